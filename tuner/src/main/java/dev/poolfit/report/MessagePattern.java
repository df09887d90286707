package dev.poolfit.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Words with numbered places: <code>{0}</code> takes the first argument, <code>{0^}</code> takes it with a capital as at
 * the beginning of a sentence, and <code>{0?trial:trials}</code> stands for the one word where it is 1 and for the other
 * elsewhere.
 *
 * @param text as it stands in the bundle
 */
record MessagePattern(String text) {
    private static final Pattern PLACE = Pattern.compile("\\{(\\d)(\\^|\\?([^:{}]*):([^:{}]*))?}");

    /** Writes text and, in between, what stands at a place. */
    interface Writer {
        void text(String text);

        void argument(int place);
    }

    /** Returns the words with the arguments in their places. */
    String fill(List<String> arguments) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(form(
                        arguments.get(Integer.parseInt(place.group(1))),
                        place.group(2),
                        place.group(3),
                        place.group(4))));
    }

    private static String form(String argument, @Nullable String form, @Nullable String one, @Nullable String many) {
        if (form == null) {
            return argument;
        }
        if (form.equals("^")) {
            return argument.isEmpty()
                    ? argument
                    : argument.substring(0, 1).toUpperCase(Locale.ROOT) + argument.substring(1);
        }
        return String.valueOf(argument.equals("1") ? one : many);
    }

    /** Writes the words piece by piece, for arguments that are more than text. */
    void write(Writer out) {
        var place = PLACE.matcher(text);
        int end = 0;
        while (place.find()) {
            out.text(text.substring(end, place.start()));
            out.argument(Integer.parseInt(place.group(1)));
            end = place.end();
        }
        out.text(text.substring(end));
    }

    Set<Integer> places() {
        var places = new TreeSet<Integer>();
        PLACE.matcher(text).results().forEach(each -> places.add(Integer.parseInt(each.group(1))));
        return places;
    }
}
