package dev.poolfit.results;

import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/** Reads numbers of a JSON report by their names, each within its bounds. */
final class JsonFigures {
    private final Complaints complaints;

    JsonFigures(Complaints complaints) {
        this.complaints = complaints;
    }

    /**
     * Returns a figure, NaN where it is not there; complains of a wrong one.
     *
     * @param field its path for messages, such as {@code metrics.http_reqs.rate}
     */
    double figure(JsonNode value, String field, Domain domain) {
        if (value.isMissingNode() || value.isNull()) {
            return Double.NaN;
        }
        OptionalDouble number = value.isNumber() ? domain.read(value.asString()) : OptionalDouble.empty();
        if (number.isEmpty()) {
            complaints.add(
                    0,
                    field,
                    "must be " + domain.bound() + ", but is " + Complaints.quoted(value.toString())
                            + "; write the file again");
        }
        return number.orElse(Double.NaN);
    }

    /** Returns a {@link #figure} that must be there. */
    double required(JsonNode value, String field, Domain domain) {
        return required(value, field, domain, "test with HTTP requests");
    }

    /** Returns a {@link #figure} that must be there, and complains with what to do where it is not. */
    double required(JsonNode value, String field, Domain domain, String advice) {
        if (value.isMissingNode() || value.isNull()) {
            complaints.add(0, field, "is missing; " + advice);
        }
        return figure(value, field, domain);
    }
}
