package dev.poolfit.studies;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Unpacks, sets up and starts one kind of database. */
interface DatabaseServer {
    /** Returns the name of the archive, without its ending. */
    String name();

    String version();

    void unpack(Path archive, Path home) throws IOException;

    /** Writes the files that set up the accounts; the start script reads and removes them. */
    void prepare(Setup setup) throws IOException;

    /** Returns the command that initialises the data folder, then becomes the server. */
    List<String> command(Setup setup);

    /** Returns the text in the log that says it accepts connections. */
    String readyText();

    /** Returns the signal that makes it end without waiting for its clients. */
    String stopSignal();

    String jdbcUrl(int port);

    /**
     * Everything that differs between one start and the next.
     *
     * @param statistics whether it keeps statistics of its statements, which costs it some of its speed
     */
    record Setup(
            Path home,
            Path folder,
            int port,
            int maxConnections,
            Durability durability,
            boolean statistics,
            String user,
            String password) {}
}
