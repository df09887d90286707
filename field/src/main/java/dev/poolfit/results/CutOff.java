package dev.poolfit.results;

/** Tells of a file that ends in the middle of something, as when its writer was killed or the disk was full. */
final class CutOff {
    private CutOff() {}

    static String inLine(long line) {
        return "The file is cut off in the middle of line " + line
                + ", which is passed over; the lines before it count.";
    }

    static String inElement(long line, long column) {
        return "The file is cut off at line " + line + ", character " + column
                + "; the samples before it that are complete count.";
    }
}
