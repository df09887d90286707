package dev.poolfit.report.holders;

import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.holders.HoldKind;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.Language;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Connection time by stack: the width of a box is its share of all connection time, its colour what the thread does. */
final class FlameGraph {
    /** A narrower box could not be seen. */
    private static final double NARROWEST = 0.004;

    private final Html html;
    private final Language language;
    private final Figures figures;

    FlameGraph(Html html, Language language) {
        this.html = html;
        this.language = language;
        this.figures = new Figures(language);
    }

    private static final class Node {
        final String label;
        final Optional<HoldKind> kind;
        double share;
        final Map<String, Node> children = new LinkedHashMap<>();

        Node(String label, Optional<HoldKind> kind) {
            this.label = label;
            this.kind = kind;
        }

        Node child(String name, Optional<HoldKind> what) {
            return children.computeIfAbsent(name + what, unseen -> new Node(name, what));
        }
    }

    void draw(HoldReport report) {
        var root = new Node("", Optional.empty());
        for (EndpointHolds endpoint : report.endpoints()) {
            Node top = root.child(HoldersPage.label(endpoint.name()), Optional.empty());
            for (Use use : endpoint.uses()) {
                double share = use.share() * endpoint.share();
                Node at = top;
                at.share += share;
                for (String frame : use.stack().frames()) {
                    at = at.child(HoldersPage.label(frame), Optional.empty());
                    at.share += share;
                }
                Node leaf = at.child(
                        HoldersPage.kind(language, use.stack().kind()),
                        Optional.of(use.stack().kind()));
                leaf.share += share;
            }
        }
        html.open("div", "class", "flame", "role", "img", "aria-label", language.text("holders.flame"));
        children(root, 1);
        html.close("div");
    }

    private void children(Node node, double of) {
        List<Node> shown = new ArrayList<>(node.children.values());
        shown.removeIf(each -> each.share < NARROWEST);
        shown.sort(Comparator.comparingDouble((Node each) -> each.share).reversed());
        if (shown.isEmpty()) {
            return;
        }
        html.open("div", "class", "row");
        for (Node each : shown) {
            String share = figures.percent(each.share);
            html.open(
                    "div", "class", "box", "style", String.format(Locale.ROOT, "width:%.3f%%", 100 * each.share / of));
            html.element(
                    "div",
                    100 * each.share < HoldersPage.NARROW ? "\u00A0" : each.label + " " + share,
                    "class",
                    each.kind.map(HoldersPage::style).orElse("frame"),
                    "title",
                    each.label + " — " + share);
            children(each, each.share);
            html.close("div");
        }
        html.close("div");
    }
}
