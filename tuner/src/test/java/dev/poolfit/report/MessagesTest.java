package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.Modules;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Flag;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Trace;
import dev.poolfit.studies.Study;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.live.LiveStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every sentence is there in every language, says the same, and is said somewhere. */
class MessagesTest {
    private static final String SOURCES = "src/main/java/dev/poolfit";
    /** Keys that the program puts together from a beginning and a name. */
    private static final Pattern MADE_UP = Pattern.compile(
            "live\\.(?:page|why)\\..*|step\\..*|gate\\.(?:outcome|mark|row|column|throughput|response-time|goal-throughput|goal-p99|errors)\\..*|compare\\.(?:column|differs)\\..*|study-load\\..*|holders\\.(cause|do|kind|column|before|long|queue)\\..+|holders\\.(other-programs|swapped|garbage|service-bound|cpu-throttled|memory-near-limit|threads-few|opening-slow|pool-small|pool-large)|database\\.note\\.off\\..+|configuration\\..+|(standing\\.(goal|among-the-best)|column|label|method)\\..+");

    private static final Pattern KEY = Pattern.compile("\"([a-z]+(?:[.-][a-z0-9]+)*)\"");
    /** A particle whose form hangs on the sound before it; nobody knows how an argument ends. */
    private static final Pattern GUESSED_PARTICLE = Pattern.compile(
            "}(?:은|는|을|를|과|와|로|으로|이|가|이다|다|라|이라|이나|나)(?![가-힣])|\\((?:은|는|이|가|을|를|과|와|으)\\)|[은는이가을를]\\([은는이가을를]\\)");

    private static Set<String> keys(Language language) {
        return new TreeSet<>(language.bundle().keySet());
    }

    @Test
    void both_languages_have_the_same_keys() {
        assertThat(keys(Language.KO)).isEqualTo(keys(Language.EN));
    }

    @Test
    void a_sentence_has_the_same_places_in_both_languages() {
        assertThat(keys(Language.EN))
                .allSatisfy(key -> assertThat(Language.KO.words(key).places())
                        .as(key)
                        .isEqualTo(Language.EN.words(key).places()));
    }

    @ParameterizedTest
    @EnumSource
    void every_brace_belongs_to_a_place(Language language) {
        assertThat(keys(language)).allSatisfy(key -> {
            MessagePattern words = language.words(key);
            var ten = Stream.generate(() -> "x").limit(10).toList();
            assertThat(words.fill(ten)).as(key).doesNotContain("{", "}").isNotEmpty();
        });
    }

    @Test
    void no_korean_particle_hangs_on_how_an_argument_ends() {
        assertThat(keys(Language.KO))
                .allSatisfy(key ->
                        assertThat(Language.KO.words(key).text()).as(key).doesNotContainPattern(GUESSED_PARTICLE));
    }

    @Test
    void every_korean_sentence_ends_formally() {
        assertThat(keys(Language.KO))
                .allSatisfy(key -> assertThat(Language.KO.words(key).text())
                        .as(key)
                        .doesNotContainPattern("(?<![니십])다(?:\\.|$)|[어아해]요(?:\\.|$)"));
    }

    @Test
    void every_key_is_said_and_every_sentence_has_a_key() throws IOException {
        String source = source(SOURCES);
        Stream<String> ofConstants = Stream.of(
                        Flag.values(),
                        LiveStep.Result.values(),
                        Bound.values(),
                        Role.values(),
                        Study.values(),
                        Finding.Severity.values(),
                        Parameter.Origin.values(),
                        ModelText.Agreement.values(),
                        Comparison.values(),
                        Trace.Answer.values())
                .flatMap(Stream::of)
                .map(constant -> Message.of(constant).key());
        Stream<String> ofParameters =
                Stream.of(Parameter.Key.values()).map(key -> key.message().key());
        Stream<String> ofStudies =
                Stream.of(Study.values()).map(study -> study.load().key());
        var constants = Stream.of(ofConstants, ofParameters, ofStudies)
                .flatMap(keys -> keys)
                .collect(Collectors.toSet());
        var said = KEY.matcher(source).results().map(each -> each.group(1)).collect(Collectors.toSet());

        assertThat(keys(Language.EN))
                .containsAll(constants)
                .allSatisfy(key -> assertThat(said.contains(key)
                                || constants.contains(key)
                                || MADE_UP.matcher(key).matches()
                                || key.startsWith("rule.")
                                || source.contains("\"" + key.replaceFirst("^evidence\\.", "") + "\""))
                        .as(key)
                        .isTrue());
        assertThat(Pattern.compile(
                                "(?:Message\\.of|language\\.text|\\.words|Message\\.joined)\\(\\s*\"([^\"]+)\"\\s*[,)]")
                        .matcher(source)
                        .results()
                        .map(each -> each.group(1)))
                .isNotEmpty()
                .isSubsetOf(keys(Language.EN));
    }

    @Test
    void every_message_is_given_an_argument_for_each_of_its_places() throws IOException {
        List<String> wrong = MessageCalls.in(source(SOURCES)).stream()
                .filter(call -> Language.EN.knows(call.key()))
                .filter(call -> call.arguments()
                        < Language.EN.words(call.key()).places().size())
                .map(MessageCalls.Call::toString)
                .toList();

        assertThat(wrong).isEmpty();
        assertThat(MessageCalls.in(source(SOURCES))).hasSizeGreaterThan(200);
    }

    @Test
    void a_missing_argument_would_be_noticed() {
        assertThat(MessageCalls.in("x(Message.of(yes ? \"a.b\" : \"c.d\", one(2, 3), \",\"));"))
                .containsExactly(new MessageCalls.Call("a.b", 2), new MessageCalls.Call("c.d", 2));
    }

    @Test
    void every_rule_and_every_figure_of_a_finding_has_a_name() throws IOException {
        String source = source(SOURCES + "/verdict").replaceAll("Checks\\.\\w+\\(\"\\w+\"", "");
        var rules = Pattern.compile("(?m)^    ([A-Z_]+)\\((?:new )?\\w+(?:\\(.*\\))?::\\w+\\)[,;]")
                .matcher(source(SOURCES + "/verdict/diagnosis/DiagnosisRule.java"))
                .results()
                .map(each -> "rule." + each.group(1).toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.toSet());
        var figures = Pattern.compile("\"([a-z]+\\d*[A-Z]\\w*)\"|(?:\\.with|Map\\.of)\\(\\s*\"([a-z]+)\"")
                .matcher(source)
                .results()
                .map(each -> "evidence." + (each.group(1) == null ? each.group(2) : each.group(1)))
                .collect(Collectors.toSet());

        assertThat(rules).hasSizeGreaterThan(10).isEqualTo(keys("rule."));
        assertThat(keys("evidence.")).containsAll(figures).hasSizeGreaterThan(40);
    }

    private static Set<String> keys(String beginning) {
        return keys(Language.EN).stream()
                .filter(each -> each.startsWith(beginning))
                .collect(Collectors.toSet());
    }

    private static String source(String path) throws IOException {
        var text = new StringBuilder();
        for (Path file : Modules.files(path)) {
            text.append(Files.readString(file));
        }
        return text.toString();
    }
}
