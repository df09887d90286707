package dev.poolfit.app;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Damages a file as bad luck and as somebody hostile would; the same generator does the same damage. */
final class Mutations {
    private static final int MOST = 4;
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./-]+");
    private static final Pattern VALUE = Pattern.compile("(?<=: )[^\\n]+");

    private static final List<String> NUMBERS = List.of(
            "NaN",
            ".nan",
            "Infinity",
            "-Infinity",
            ".inf",
            "-1",
            "0",
            "0.0000001",
            "1e309",
            "1e18",
            "0x10",
            "1_000",
            "99999",
            "2147483648",
            "9223372036854775807",
            "99999999999999999999999999",
            "-0",
            "１２",
            "1,5");

    private static final List<String> WORDS = List.of(
            "",
            " ",
            "null",
            "~",
            "true",
            "..",
            "../../..",
            "/dev/zero",
            "{9..1}",
            "{a|b}",
            "{}",
            "{",
            "}",
            "%zz",
            "[0]",
            "a|b",
            "\0",
            "\\0",
            "\"\\0\"",
            "\"\\ud800\"",
            "\u001b[31m",
            "\u0085",
            "\u2028",
            "\uFEFF",
            "한글",
            "값: {a}",
            "\uD83D\uDE00",
            "&a ",
            "*a",
            "<<: *a",
            "!!binary x",
            "!x ",
            "|",
            ">",
            "- ",
            "? ",
            ": ",
            "#",
            "\t",
            "\\",
            "'",
            "\"",
            "${X}",
            "${X:y}",
            "<a>",
            "</testResults>",
            "&amp;",
            "&x;",
            "<!DOCTYPE a>",
            "<![CDATA[",
            "<!--",
            "{\"a\":",
            "]",
            ",",
            ";",
            "\r",
            "service:jmx:x",
            "http://[::1/",
            "http://127.0.0.1:99999/",
            "a=b",
            "=",
            "a b");

    private static final List<String> OPENINGS =
            List.of("[", "{", "- ", "{a: ", "{\"a\":", "[{\"a\":", "<sample>", "(", "{1..", "\"", "? ", "&a [");

    private static final List<String> VALUES = List.of(
            "[1, 2]", "{a: b}", "[]", "{}", "[[x]]", "{a: {b: c}}", "\"\"", "|\n  text", "&a [*a]", "*a", "5", "x y z");

    private final RandomGenerator random;

    Mutations(RandomGenerator random) {
        this.random = random;
    }

    /**
     * A damaged copy.
     *
     * @param other another file, from which lines may come
     */
    byte[] of(byte[] file, byte[] other) {
        // One character a byte, so that damage may go through the middle of a character of UTF-8.
        String text = new String(file, StandardCharsets.ISO_8859_1);
        String from = new String(other, StandardCharsets.ISO_8859_1);
        for (int left = random.nextInt(1, MOST + 1); left > 0; left--) {
            text = damaged(text, from);
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private String damaged(String text, String other) {
        return switch (random.nextInt(14)) {
            case 0 -> flipped(text);
            case 1 -> text.substring(0, random.nextInt(text.length() + 1));
            case 2 -> cut(text);
            case 3 -> lines(text, other);
            case 4 -> replaced(text, NUMBER, bytes(pick(NUMBERS)));
            case 5 -> replaced(text, WORD, bytes(pick(WORDS)));
            case 6 -> replaced(text, VALUE, bytes(pick(VALUES)));
            case 7 -> inserted(text, bytes(pick(WORDS)));
            case 8 -> inserted(text, bytes(pick(OPENINGS)).repeat(length(6_000)));
            case 9 -> inserted(text, bytes(pick(WORDS) + pick(NUMBERS) + "|").repeat(length(4_000)));
            case 10 ->
                replaced(
                        text,
                        WORD,
                        String.valueOf((char) random.nextInt(33, 127)).repeat(length(20_000)));
            case 11 -> text.replace("\n", random.nextBoolean() ? "\r\n" : "\r");
            case 12 -> shared(text);
            default -> bytes("\uFEFF") + text;
        };
    }

    private String flipped(String text) {
        char[] all = text.toCharArray();
        for (int left = random.nextInt(1, 9); left > 0 && all.length > 0; left--) {
            all[random.nextInt(all.length)] ^= (char) (1 << random.nextInt(8));
        }
        return new String(all);
    }

    private String cut(String text) {
        int from = random.nextInt(text.length() + 1);
        return text.substring(0, from) + text.substring(Math.min(text.length(), from + length(80)));
    }

    /** A line twice, two lines swapped, a line left out, or one from another file. */
    private String lines(String text, String other) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int at = random.nextInt(lines.size());
        switch (random.nextInt(4)) {
            case 0 -> lines.addAll(at, Collections.nCopies(length(300), lines.get(at)));
            case 1 -> Collections.swap(lines, at, random.nextInt(lines.size()));
            case 2 -> lines.remove(at);
            default -> lines.add(at, pick(List.of(other.split("\n", -1))));
        }
        return String.join("\n", lines);
    }

    /** An anchor at one value and its alias at another, or merged. */
    private String shared(String text) {
        String anchored = replaced(text, VALUE, "&a $0");
        return random.nextBoolean()
                ? replaced(anchored, VALUE, "*a")
                : lines(anchored, (random.nextBoolean() ? "  <<: *a" : "<<: [*a, *a]") + "\n  again: *a");
    }

    private String replaced(String text, Pattern what, String by) {
        List<MatchResult> found = what.matcher(text).results().toList();
        if (found.isEmpty()) {
            return inserted(text, by);
        }
        MatchResult one = pick(found);
        return text.substring(0, one.start()) + by.replace("$0", one.group()) + text.substring(one.end());
    }

    private String inserted(String text, String what) {
        int at = random.nextInt(text.length() + 1);
        return text.substring(0, at) + what + text.substring(at);
    }

    /** From 1 to this; short ones are as likely as long ones. */
    private int length(int most) {
        return (int) Math.ceil(Math.pow(most, random.nextDouble()));
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
