package dev.poolfit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documents, in Markdown. */
record Page(Path path) {
    static final Path ROOT = Path.of("..");
    static final Path DOCS = ROOT.resolve("docs");

    private static final Path KO = Path.of("ko");
    private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.+)");
    private static final Pattern BLANK_LINE = Pattern.compile("\\n\\s*\\n");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");
    private static final Pattern IMAGE_LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)\\s]+\\)");
    /** All but letters, marks, digits, connectors, blanks and hyphens, which GitHub leaves out of an anchor. */
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]");

    /** A link with its words; a link of HTML has none. */
    record Link(String words, String target) {}

    static List<Page> in(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(each -> each.toString().endsWith(".md"))
                    .sorted()
                    .map(Page::new)
                    .toList();
        }
    }

    /** Those of the documentation in English, its index among them. */
    static List<Page> english() throws IOException {
        return in(DOCS, Integer.MAX_VALUE).stream()
                .filter(page -> !page.isKorean())
                .toList();
    }

    boolean isKorean() {
        for (Path part : path) {
            if (part.equals(KO)) {
                return true;
            }
        }
        return false;
    }

    /** Where this page of the documentation stands in Korean, if it does. */
    Page korean() {
        Path studies = DOCS.resolve("studies");
        Path root = path.startsWith(studies) ? studies : DOCS;
        return new Page(root.resolve(KO).resolve(root.relativize(path)));
    }

    boolean exists() {
        return Files.isRegularFile(path);
    }

    /** The lines that are not code. */
    List<String> prose() throws IOException {
        var lines = new ArrayList<String>();
        boolean code = false;
        for (String line : Files.readAllLines(path)) {
            boolean fence = line.strip().startsWith("```");
            if (!code && !fence) {
                lines.add(line);
            }
            code ^= fence;
        }
        return lines;
    }

    List<String> headings() throws IOException {
        return prose().stream().filter(line -> HEADING.matcher(line).matches()).toList();
    }

    List<Integer> levels() throws IOException {
        return headings().stream().map(heading -> heading.indexOf(' ')).toList();
    }

    String title() throws IOException {
        return headings().get(0).replaceFirst("^# +", "");
    }

    /** In their order; code is not looked into. */
    List<Link> links() throws IOException {
        return links(String.join("\n", prose()));
    }

    static List<Link> links(String text) {
        return BLANK_LINE
                .splitAsStream(text)
                .map(paragraph -> CODE.matcher(paragraph).replaceAll("code"))
                .flatMap(paragraph -> LINK.matcher(paragraph).results())
                .map(link ->
                        link.group(2) == null ? new Link("", link.group(3)) : new Link(link.group(1), link.group(2)))
                .toList();
    }

    /** The path that a link of this page leads to, without its anchor. */
    Path target(Link link) {
        String file = link.target().replaceFirst("#.*", "");
        return file.isEmpty() ? path : path.resolveSibling(file).normalize();
    }

    /** The anchors that GitHub gives the headings; one that comes again is numbered. */
    Set<String> anchors() throws IOException {
        var anchors = new HashSet<String>();
        Map<String, Integer> seen = new HashMap<>();
        for (String heading : headings()) {
            String title = heading.substring(heading.indexOf(' ')).strip();
            String text = IMAGE_LINK.matcher(title).replaceAll("$1").toLowerCase(Locale.ROOT);
            String anchor = NOT_IN_ANCHORS.matcher(text).replaceAll("").replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
