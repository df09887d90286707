package dev.poolfit.results;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps the cells of one line, used again for the next: no cell becomes a string before it is asked for, which makes
 * the reading of wide tables several times as fast.
 */
final class Cells extends AbstractBaseCsvCallbackHandler<Cells> {
    private char[] text = new char[1024];
    private int[] ends = new int[32];
    private int length;
    private int count;
    private long line;

    @Override
    protected void handleBegin(long startingLineNumber) {
        line = startingLineNumber;
        length = 0;
        count = 0;
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int size, boolean quoted) {
        if (length + size > text.length) {
            text = Arrays.copyOf(text, 2 * (length + size));
        }
        if (index == ends.length) {
            ends = Arrays.copyOf(ends, 2 * index);
        }
        System.arraycopy(buffer, offset, text, length, size);
        length += size;
        ends[index] = length;
        count = index + 1;
    }

    @Override
    protected Cells buildRecord() {
        return this;
    }

    /** Returns the line of the file in which it begins, from 1. */
    long line() {
        return line;
    }

    int count() {
        return count;
    }

    /** Returns the cell without blanks around it. */
    String cell(int index) {
        int from = index == 0 ? 0 : ends[index - 1];
        int to = ends[index];
        while (from < to && Character.isWhitespace(text[from])) {
            from++;
        }
        while (from < to && Character.isWhitespace(text[to - 1])) {
            to--;
        }
        return new String(text, from, to - from);
    }

    boolean same(List<String> others) {
        if (count != others.size() || !cell(0).equals(others.get(0))) {
            return false;
        }
        for (int i = 1; i < count; i++) {
            if (!cell(i).equals(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    boolean blank() {
        for (int i = 0; i < length; i++) {
            if (!Character.isWhitespace(text[i])) {
                return false;
            }
        }
        return true;
    }
}
