package dev.poolfit.demo.studies;

import dev.poolfit.demo.studies.StudyView.Card;
import dev.poolfit.demo.studies.StudyView.Person;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.web.util.HtmlUtils;

/** Renders study groups for the browser: the work that a service does after its transaction. */
final class CardRenderer {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.ENGLISH);
    private static final Pattern LINK = Pattern.compile("https?://[^\\s<]+");
    private static final Pattern STRONG = Pattern.compile("\\*\\*([^*]+)\\*\\*");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private CardRenderer() {}

    static Card card(StudyGroup group) {
        return new Card(
                group.getId(),
                group.getTitle(),
                html(group.getDescription()),
                DAY.format(group.getStartsOn()),
                group.getCapacity() - group.getMembers().size(),
                person(group.getLeader()),
                group.getMembers().stream().map(CardRenderer::person).toList(),
                group.getTags().stream().map(Tag::getName).sorted().toList());
    }

    private static Person person(Member member) {
        return new Person(member.getNickname(), html(member.getIntroduction()));
    }

    /** Renders paragraphs, links, {@code **strong**} and {@code `code`}; everything else is text. */
    private static String html(String text) {
        String escaped = HtmlUtils.htmlEscape(text, "UTF-8");
        String linked = LINK.matcher(escaped).replaceAll("<a href=\"$0\">$0</a>");
        String strong = STRONG.matcher(linked).replaceAll("<strong>$1</strong>");
        String coded = CODE.matcher(strong).replaceAll("<code>$1</code>");
        return "<p>" + coded.replace("\n", "</p><p>") + "</p>";
    }
}
