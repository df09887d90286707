package dev.poolfit.units;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known word that a mistyped one was meant to be. */
public final class Spelling {
    private Spelling() {}

    /** Returns the known word within two edits (Levenshtein) of the given one, the nearest first. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .filter(each -> edits(word, each) <= Math.min(2, each.length() - 1))
                .min(Comparator.comparingInt(each -> edits(word, each)));
    }

    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
