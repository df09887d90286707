package dev.poolfit.service;

import dev.poolfit.process.ProcFiles;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.units.PlainText;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names who claims a service, as other tuners are told.
 *
 * @param who the user and the machine, such as {@code kim@build-7}
 * @param process the tuner's process; empty where a claim of another form was read
 * @param folder of the run
 * @param changes the settings that it found and gave, as {@link RestoreRecordCodec} writes them; empty before its first
 *     change
 */
record Claimant(String who, Optional<ProcessIdentity> process, String folder, String changes) {
    private static final int PARTS = 4;

    static Claimant self(Path folder) {
        return new Claimant(me(), Optional.of(ProcessIdentity.current()), folder.toString(), "");
    }

    private static String me() {
        return System.getProperty("user.name") + "@"
                + ProcFiles.text(Path.of("/proc/sys/kernel/hostname"))
                        .map(String::strip)
                        .orElse("another machine");
    }

    /** Returns whether it is known to have ended; some machines do not show the processes of other users. */
    boolean ended() {
        return who.equals(me())
                && process.map(ProcessIdentity::state)
                        .filter(ProcessIdentity.State.ENDED::equals)
                        .isPresent();
    }

    /** Writes each part on a line. */
    String text() {
        return String.join("\n", who, process.map(ProcessIdentity::text).orElse(""), folder, changes);
    }

    Claimant changing(String text) {
        return new Claimant(who, process, folder, text);
    }

    /** Reads {@link #text}; any other text becomes the name of somebody unknown. */
    static Claimant of(String text) {
        String[] parts = text.split("\n", PARTS);
        return parts.length >= PARTS - 1
                ? new Claimant(
                        parts[0], ProcessIdentity.parse(parts[1]), parts[2], parts.length == PARTS ? parts[3] : "")
                : new Claimant(text, Optional.empty(), "?", "");
    }

    /** Returns it in words; what somebody wrote into a service is not shown as it is. */
    @Override
    public String toString() {
        return PlainText.line(
                who + process.map(tuner -> " (pid " + tuner.pid() + ")").orElse("") + " in " + folder);
    }
}
