package dev.poolfit.experiment;

/**
 * The worker threads of a service's web server.
 *
 * @param server its kind
 * @param least the smallest maximum that it takes, at least 1: Jetty counts the threads that it needs for itself
 */
public record WorkerThreads(WebServer server, int least) {
    /** The worker threads of Spring Boot's usual server. */
    public static final WorkerThreads TOMCAT = new WorkerThreads(WebServer.TOMCAT, 1);

    public WorkerThreads {
        if (least < 1) {
            throw new IllegalArgumentException("least must be at least 1, but is " + least);
        }
    }
}
