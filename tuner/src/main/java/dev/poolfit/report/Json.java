package dev.poolfit.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
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
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final ObjectWriter PRETTY =
            MAPPER.writer().with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    static JsonNode none() {
        return JsonNodeFactory.instance.nullNode();
    }

    /** The number rounded to six digits, null where it is not finite. */
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

    /** Indented, with a line feed at the end. */
    public static String text(JsonNode json) {
        return PRETTY.writeValueAsString(json) + "\n";
    }

    /** On one line, harmless within a script element of a page. */
    static String embedded(JsonNode json) {
        return MAPPER.writeValueAsString(json)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
