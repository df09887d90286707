package dev.poolfit.testing;

import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.List;
import java.util.stream.Stream;

/** The parts of a message, whatever sentence they are put into. */
public final class Parts {
    private Parts() {}

    /** The message itself and all messages within it. */
    public static List<Message> of(Message message) {
        return Stream.concat(
                        Stream.of(message),
                        message.arguments().stream()
                                .filter(Message.class::isInstance)
                                .flatMap(each -> of((Message) each).stream()))
                .toList();
    }

    /** The keys of the message itself and of all messages within it. */
    public static List<String> keys(Message message) {
        return of(message).stream().map(Message::key).toList();
    }

    /** The values of all quantities, in the units of their kinds, rounded to six decimals. */
    public static List<Double> figures(Message message) {
        return of(message).stream()
                .flatMap(each -> each.arguments().stream())
                .filter(Quantity.class::isInstance)
                .map(each -> Math.rint(((Quantity) each).value() * 1e6) / 1e6)
                .toList();
    }
}
