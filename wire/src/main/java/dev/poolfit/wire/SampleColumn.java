package dev.poolfit.wire;

/** The columns of a row for what holders with one name did: {@link RecordKey#SAMPLES}. */
public final class SampleColumn {
    /** The number of the holders' name. */
    public static final int NAME = 0;

    /** The number of the stack's text. */
    public static final int STACK = 1;

    /** 1 where threads waited for a connection meanwhile, else 0. */
    public static final int OTHERS_WAITED = 2;

    /** The time that holders spent so, summed over holders, in microseconds. */
    public static final int MICROS = 3;

    /** The number of stacks that were looked at for that. */
    public static final int LOOKS = 4;

    /** The number of columns of a row. */
    public static final int COUNT = 5;

    private SampleColumn() {}
}
