package dev.poolfit.options;

import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.model.fit.WhatIf.Adjustment;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The values of {@code --what-if}. */
public final class WhatIfOption {
    private static final String BOUND = "a change with its sign, such as -250ms, +10ms or -20% (to -100%)";
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)\\s*%");
    private static final int MOST_SECONDS = 86_400;

    private Adjustment hold = Adjustment.NONE;
    private Adjustment serviceCpu = Adjustment.NONE;
    private Adjustment databaseCpu = Adjustment.NONE;
    private OptionalInt users = OptionalInt.empty();

    private WhatIfOption() {}

    /** Reads what was given; whatever is wrong with it goes to the problems. */
    public static WhatIf read(List<String> texts, List<String> problems) {
        var option = new WhatIfOption();
        var readers = new LinkedHashMap<String, Consumer<String>>();
        readers.put("hold", text -> option.hold = adjustment(text));
        readers.put("service-cpu", text -> option.serviceCpu = adjustment(text));
        readers.put("db-cpu", text -> option.databaseCpu = adjustment(text));
        readers.put("users", text -> option.users = OptionalInt.of(KeyedValues.count(text, 1, 100_000)));
        new KeyedValues("--what-if", problems, readers).read(texts);
        return new WhatIf(option.hold, option.serviceCpu, option.databaseCpu, option.users);
    }

    /**
     * Reads a change such as {@code -250ms} or {@code +20%}.
     *
     * @throws BadQuantity if it is none
     */
    public static Adjustment adjustment(String text) {
        if (!text.startsWith("-") && !text.startsWith("+")) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        int sign = text.startsWith("-") ? -1 : 1;
        String size = text.substring(1).strip();
        var percent = PERCENT.matcher(size);
        if (percent.matches()) {
            double factor = 1 + sign * Double.parseDouble(percent.group(1)) / 100;
            if (factor < 0) {
                throw new BadQuantity(BOUND, text);
            }
            return new Adjustment(factor, 0);
        }
        try {
            double seconds = Durations.seconds(Durations.parse(size));
            if (seconds <= MOST_SECONDS) {
                return new Adjustment(1, sign * seconds);
            }
        } catch (BadQuantity neither) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        throw new BadQuantity("a change of at most 24h", text);
    }
}
