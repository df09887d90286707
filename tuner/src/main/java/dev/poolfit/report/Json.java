package dev.poolfit.report;

import dev.poolfit.units.PlainText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON with rounded, finite numbers. */
public final class Json {
    private static final MathContext DIGITS = new MathContext(6);
    /** Escapes what a terminal would take for an order, wherever it comes from. */
    private static final JsonMapper MAPPER = JsonMapper.builder(
                    JsonFactory.builder().characterEscapes(new PlainEscapes()).build())
            .build();

    private static final ObjectWriter PRETTY =
            MAPPER.writer().with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    /** Escapes, as JSON does quotes and C0, what {@link PlainText} lets stand on no line. */
    private static final class PlainEscapes extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = CharacterEscapes.standardAsciiEscapesForJSON();
            codes[0x7F] = CharacterEscapes.ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            boolean half = Character.MIN_SURROGATE <= character && character <= Character.MAX_SURROGATE;
            return half || PlainText.isLine(Character.toString(character))
                    ? null
                    : new SerializedString(String.format(Locale.ROOT, "\\u%04x", character));
        }
    }

    private Json() {}

    /** Returns the writer of the program's own JSON, harmless in a terminal, too. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    static JsonNode none() {
        return JsonNodeFactory.instance.nullNode();
    }

    /** Returns the number rounded to six digits, null where it is not finite. */
    static JsonNode number(double value) {
        if (!Double.isFinite(value)) {
            return none();
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.scale() <= 0 && rounded.precision() - rounded.scale() <= 15
                ? JsonNodeFactory.instance.numberNode(rounded.longValueExact())
                : JsonNodeFactory.instance.numberNode(rounded.doubleValue());
    }

    public static void put(ObjectNode json, String key, double value) {
        json.set(key, number(value));
    }

    public static void putTexts(ObjectNode json, String key, List<String> texts) {
        var array = json.putArray(key);
        texts.forEach(array::add);
    }

    /** Writes JSON indented, with a line feed at the end. */
    public static String text(JsonNode json) {
        return PRETTY.writeValueAsString(json) + "\n";
    }

    /** Writes JSON on one line, harmless within a script element of a page. */
    static String embedded(JsonNode json) {
        return MAPPER.writeValueAsString(json)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
