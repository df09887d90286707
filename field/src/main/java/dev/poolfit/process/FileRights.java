package dev.poolfit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Says whom a file or folder belongs to and who may write to it; of a symbolic link itself, not of what it points to.
 *
 * @param owner the number of the user
 * @param group the number of the group
 * @param mode its kind and its rights, as stat(2) gives them
 */
public record FileRights(int owner, int group, int mode) {
    private static final int KIND = 0170000;
    private static final int FOLDER = 0040000;
    private static final int FILE = 0100000;
    private static final int LINK = 0120000;

    /**
     * Reads the rights of a file.
     *
     * @throws IOException if it is not there, or if its file system does not report owner and rights
     */
    public static FileRights of(Path file) throws IOException {
        Map<String, Object> read = Files.readAttributes(file, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
        if (read.get("uid") instanceof Integer owner
                && read.get("gid") instanceof Integer group
                && read.get("mode") instanceof Integer mode) {
            return new FileRights(owner, group, mode);
        }
        throw new IOException("the file system does not report the owner and the rights of " + file);
    }

    public boolean isFolder() {
        return (mode & KIND) == FOLDER;
    }

    public boolean isFile() {
        return (mode & KIND) == FILE;
    }

    public boolean isLink() {
        return (mode & KIND) == LINK;
    }

    /** Returns whether others than the owner may write to it, its group included. */
    public boolean isWritableByOthers() {
        return (mode & 022) != 0;
    }

    boolean isWritableByAll() {
        return (mode & 002) != 0;
    }

    /** Returns whether only owners may rename or remove what is in the folder, as in that for temporary files. */
    boolean isSticky() {
        return (mode & 01000) != 0;
    }

    /** Returns the rights alone, as chmod(1) takes them. */
    public String rights() {
        return String.format(Locale.ROOT, "%03o", mode & 07777);
    }
}
