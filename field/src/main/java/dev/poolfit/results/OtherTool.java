package dev.poolfit.results;

import java.util.regex.Pattern;

/** Knows load tools whose files are not read, with where their figures go. */
enum OtherTool {
    GATLING_BINARY(
            "Gatling's simulation.log in its binary form",
            "\\A\\u0000.{4,8}\\d+\\.\\d+\\.\\d",
            "give what Gatling prints on the terminal at its end"),
    SIEGE(
            "siege's report",
            "(?i)\"?transaction[ _]rate\"?:\\s",
            "take \"transaction rate\" as throughput, failed transactions ÷ elapsed time as errors_per_s, and the number of"
                    + " siege's -c as users; its response time is of two digits and divided by the good requests alone: leave"
                    + " mean_ms blank"),
    LOCUST_JSON(
            "Locust's --json",
            "\\A\\s*\\[\\s*\\{\\s*\"name\":(?s:.)*\"num_requests\":",
            "let Locust write --csv NAME and give NAME_stats.csv"),
    LOCUST_CONSOLE(
            "what Locust prints",
            "\\A\\[\\d{4}-\\d\\d-\\d\\d [^\\n]*locust",
            "let Locust write --csv NAME and give NAME_stats.csv"),
    LOCUST_HISTORY(
            "Locust's history",
            "\\ATimestamp,User Count,Type,Name,Requests/s",
            "give the file NAME_stats.csv that Locust writes beside it"),
    VEGETA_RESULTS(
            "what vegeta encode writes",
            "\\A\\s*(\\{\"attack\":|\\d{19},\\d{1,3},\\d+,)",
            "give what vegeta report -type=json makes of it"),
    ARTILLERY(
            "artillery's report",
            "\"http\\.response_time\"|http\\.response_time:|\\ATest run id:",
            "take http.request_rate as throughput, \"mean\" and \"p99\" of http.response_time as mean_ms and p99_ms"),
    JMETER_REPORT_IN_ANOTHER_LANGUAGE(
            "JMeter's report in another language",
            "\\A[^\\n]*,(% Fehler|% Erreur|% Error|% エラー|エラー%|异常 %|錯誤率 %),",
            "let JMeter save it in English (jmeter -Jlanguage=en)"),
    HEY_REQUESTS(
            "what hey -o csv writes",
            "\\Aresponse-time,DNS\\+dialup",
            "give the report that hey prints without -o csv"),
    BENCHMARK_OUTPUT(
            "the output of ab -g or -e",
            "\\A(starttime\\tseconds\\tctime|Percentage served,Time in ms)",
            "give the report that ab prints on the terminal");

    private final String name;
    private final Pattern signature;
    private final String advice;

    OtherTool(String name, String signature, String advice) {
        this.name = name;
        this.signature = Pattern.compile(signature);
        this.advice = advice;
    }

    /**
     * Refuses a file of one of these.
     *
     * @param head its beginning
     * @throws dev.poolfit.experiment.InvalidExperiment if it is one
     */
    static void refuse(String head, Complaints complaints) {
        for (OtherTool each : values()) {
            if (each.signature.matcher(head).find()) {
                throw complaints.with("is " + each.name + ", which is not read; " + each.advice
                        + " (columns of Poolfit's" + " CSV: " + String.join(",", PoolfitTable.COLUMNS) + ")");
            }
        }
    }
}
