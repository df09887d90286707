package dev.poolfit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * Whom a file or folder belongs to and who may write to it; of a symbolic link itself, not of what it points to.
 *
 * @param owner the number of the user
 * @param mode its kind and its rights, as stat(2) gives them
 */
public record FileRights(int owner, int mode) {
    private static final int KIND = 0170000;
    private static final int FOLDER = 0040000;
    private static final int FILE = 0100000;

    public static FileRights of(Path file) throws IOException {
        Map<String, Object> read = Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        if (read.get("uid") instanceof Integer owner && read.get("mode") instanceof Integer mode) {
            return new FileRights(owner, mode);
        }
        throw new IOException("the file system does not report the owner and the rights of " + file);
    }

    public boolean isFolder() {
        return (mode & KIND) == FOLDER;
    }

    public boolean isFile() {
        return (mode & KIND) == FILE;
    }

    /** Whether others than the owner may write to it, its group included. */
    public boolean isWritableByOthers() {
        return (mode & 022) != 0;
    }
}
