package dev.poolfit.draft;

/** The reason why a request of a recording is no part of the load. */
enum Omission {
    /** Another machine or another port answered it. */
    OTHER_HOST("recording.other-host"),
    /** A file that a browser asks for beside a page: an image, a style, a script, a font, sound or film. */
    STATIC_FILE("recording.static-file"),
    /** A POST or another method than GET. */
    OTHER_METHOD("recording.other-method"),
    /** It was redirected, failed, or got no response at all. */
    NO_SUCCESS("recording.no-success"),
    /** The browser had it already and sent nothing. */
    FROM_CACHE("recording.from-cache"),
    /** A WebSocket or a stream of events, which no load waits for. */
    STREAM("recording.stream"),
    /** Its address holds a secret of whoever was recorded, which would stand in the file. */
    SECRET("recording.secret"),
    /** There are others that come more often. */
    RARE("recording.rare");

    private final String key;

    Omission(String key) {
        this.key = key;
    }

    /** Returns the key of the words for so many of them. */
    String key() {
        return key;
    }
}
