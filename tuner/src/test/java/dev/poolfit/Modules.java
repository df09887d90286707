package dev.poolfit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The modules that make up the program, from the ground up. */
public final class Modules {
    private static final List<String> NAMES = List.of("wire", "base", "kernel", "field", "tuner");

    private Modules() {}

    /** A folder or file of each module that has it, such as {@code src/main/java}. */
    public static List<Path> each(String path) {
        return NAMES.stream()
                .map(module -> Path.of("..", module).resolve(path))
                .filter(Files::exists)
                .toList();
    }

    /** The files below a folder of each module. */
    public static List<Path> files(String folder) throws IOException {
        var files = new ArrayList<Path>();
        for (Path each : each(folder)) {
            try (Stream<Path> below = Files.walk(each)) {
                below.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        return files;
    }
}
