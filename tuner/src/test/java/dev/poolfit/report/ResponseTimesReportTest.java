package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ResponseTimes;
import dev.poolfit.evidence.Trial;
import dev.poolfit.testing.TrialBuilder;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Response times stand in the report by kind of request, and are left out of reports of runs that did not keep them. */
class ResponseTimesReportTest {
    private static ResponseTimes times(String request, int responses) {
        var latency = new Histogram(3);
        for (int i = 1; i <= responses; i++) {
            latency.recordValue(1_000L * i);
        }
        return ResponseTimes.of(request, responses, 0, latency);
    }

    private static Trial with(Trial trial) {
        return TrialBuilder.like(trial)
                .times(List.of(times("", 500), times("GET /<items>", 200), times("POST /orders", 300)))
                .build();
    }

    @Test
    void percentiles_are_told_for_all_responses_and_for_each_kind_of_request() {
        Run stock = SampleRuns.stock();
        var run = new Run(
                stock.question(),
                stock.conclusion(),
                stock.trials().stream().map(ResponseTimesReportTest::with).toList(),
                stock.series(),
                stock.circumstances());
        String page = HtmlReport.body(run, Language.EN);

        assertThat(page)
                .contains("Distribution of response times", "all together", "GET /&lt;items&gt;", "POST /orders")
                .contains(">p50<", ">p90<", ">p95<", ">p99<", ">p99.9<");
        assertThat(page.split("all together", -1)).as("before and recommended").hasSize(3);
        var data = ChartData.of(run, Language.EN);
        assertThat(data.at("/times").findValuesAsString("mark")).containsExactly("before", "recommended");
        double shares = data.at("/times/1/points")
                .valueStream()
                .mapToDouble(point -> point.get(1).asDouble())
                .sum();
        assertThat(shares).isBetween(99.0, 101.0);
        assertThat(HtmlReport.body(run, Language.KO)).contains("응답 시간 분포");
    }

    @Test
    void a_run_of_an_earlier_version_has_no_such_section() {
        assertThat(HtmlReport.body(SampleRuns.stock(), Language.EN)).doesNotContain("Distribution of response times");
    }
}
