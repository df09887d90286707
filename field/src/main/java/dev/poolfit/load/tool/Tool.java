package dev.poolfit.load.tool;

import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A load generator of somebody else, run as processes. */
interface Tool {
    String name();

    /**
     * Tries the tool and its script without sending anything.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if that cannot work, with what the tool itself says
     */
    LoadEngine.Survey survey(Load load);

    /**
     * Returns the commands that run the load together, one a process. Each writes its points to the file {@code points}
     * of its folder, which is a pipe if {@link #streams}.
     *
     * @param folder gets a folder's number and gives the folder
     */
    List<List<String>> commands(Load load, Folders folder);

    /** Gives the folder of each process's files. */
    interface Folders {
        Path of(int process);
    }

    /**
     * Returns what is added to a process's environment, which other users of the machine cannot read as its command.
     *
     * @param folder the process's own, after {@link #commands} was asked
     */
    Map<String, String> environment(Load load, Path folder);

    /** Returns the directory in which the processes run, where it matters; else each runs in a folder of its own. */
    Optional<Path> directory();

    /** Returns whether points come through a pipe, rather than a file that grows. */
    boolean streams();

    /** Returns how many usual silences are no sign that it hangs: a tool that tells only responses waits for them. */
    int silences();

    /** Returns a file in which the tool writes down what went wrong, beside what it says; in the folder of its process. */
    default Optional<String> log() {
        return Optional.empty();
    }

    /** Reads points until the stream ends. */
    void read(InputStream points, PointSink sink) throws IOException;

    /** Returns whether the process ended as it should, stopped by nobody. */
    boolean completed(int exitCode);

    /** Returns the lines of the tool's own messages that tell of an error, in its words; at least the last one. */
    List<String> complaints(List<String> messages);

    /** Returns the milliseconds within which a point that happened is sure to have arrived. */
    int lagMillis();
}
