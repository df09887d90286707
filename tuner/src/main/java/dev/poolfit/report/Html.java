package dev.poolfit.report;

import java.util.List;

/** Writes a piece of a page; whatever is put in as text is harmless. */
public final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Returns text that is harmless within an element and an attribute. */
    public static String escape(String text) {
        return Columns.clean(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /**
     * @param attributes names and values by turns
     */
    public Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escape(attributes[i + 1]))
                    .append('"');
        }
        out.append('>');
        return this;
    }

    /** Ends elements, the inner one first. */
    public Html close(String... tags) {
        for (String tag : tags) {
            out.append("</").append(tag).append(">\n");
        }
        return this;
    }

    /** Writes text, made harmless. */
    public Html text(String text) {
        out.append(Columns.bound(escape(text)));
        return this;
    }

    /** Writes an element that holds nothing but text. */
    public Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** Writes text that stays on its line, and within a sentence. */
    public Html inline(String tag, String text, String... attributes) {
        open(tag, attributes).text(text);
        out.append("</").append(tag).append('>');
        return this;
    }

    /** Writes words whose arguments are markup, each where the language has its place. */
    Html words(MessagePattern words, Runnable... arguments) {
        words.write(new MessagePattern.Writer() {
            @Override
            public void text(String text) {
                Html.this.text(text);
            }

            @Override
            public void argument(int place) {
                arguments[place].run();
            }
        });
        return this;
    }

    Html block(List<String> lines, String... attributes) {
        open("pre", attributes);
        lines.forEach(line -> out.append(escape(line)).append('\n'));
        return close("pre");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
