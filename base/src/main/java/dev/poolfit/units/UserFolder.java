package dev.poolfit.units;

import java.util.Map;

/** The folders that a user has for what programs keep; the XDG Base Directory Specification. */
public enum UserFolder {
    CACHE("XDG_CACHE_HOME", ".cache"),
    STATE("XDG_STATE_HOME", ".local/state");

    private final String variable;
    private final String usual;

    UserFolder(String variable, String usual) {
        this.variable = variable;
        this.usual = usual;
    }

    /** Returns the variable that moves the folder elsewhere. */
    public String variable() {
        return variable;
    }

    /** Finds the folder; by the specification, a variable that holds no absolute path counts as not set. */
    public String in(Map<String, String> environment) {
        String set = environment.getOrDefault(variable, "");
        String home = environment.getOrDefault("HOME", "");
        return isAbsolute(set) ? set : (isAbsolute(home) ? home : System.getProperty("user.home")) + "/" + usual;
    }

    private static boolean isAbsolute(String path) {
        return path.startsWith("/");
    }
}
