package org.shardingjdbc.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/**
 * What the search box looks through: a script that sets {@code searchSections}, a list with one object for each section
 * of each page, and one for each row of its tables, which are lists of settings, codes and the like. A script and no
 * data file, since pages that are opened from a disk may load nothing else.
 */
final class SearchIndex {
    private SearchIndex() {}

    /**
     * @param page the title of its page
     * @param heading of the section, or the first cell of a row; that of the page where text stands before the first
     *     one
     * @param address of the section, relative to the root of the site
     */
    private record Section(String page, String heading, String address, String text) {}

    /** The script of all pages, in their order. */
    static String script(List<SitePage> pages) {
        StringBuilder script = new StringBuilder("var searchSections = [\n");
        for (SitePage page : pages) {
            for (Section section : sections(page)) {
                script.append("{page: ").append(quoted(section.page));
                script.append(", heading: ").append(quoted(section.heading));
                script.append(", address: ").append(quoted(section.address));
                script.append(", text: ").append(quoted(section.text)).append("},\n");
            }
        }
        return script.append("];\n").toString();
    }

    private static List<Section> sections(SitePage page) {
        List<Section> sections = new ArrayList<>();
        IdGenerator ids = IdGenerator.builder().build();
        String heading = page.title();
        String address = page.address();
        StringBuilder text = new StringBuilder();
        for (Node node = page.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading next) {
                sections.add(new Section(page.title(), heading, address, text.toString()));
                heading = SitePage.text(next);
                address = page.address() + "#" + ids.generateId(heading);
                text.setLength(0);
            } else if (node instanceof TableBlock table) {
                addRows(page, address, table, sections);
            } else {
                text.append(SitePage.words(node)).append(' ');
            }
        }
        sections.add(new Section(page.title(), heading, address, text.toString()));
        sections.removeIf(
                section -> section.heading.isBlank() || section.text.isBlank() && section.heading.equals(section.page));
        return sections;
    }

    private static void addRows(SitePage page, String address, TableBlock table, List<Section> to) {
        for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
            for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
                if (part instanceof TableBody) {
                    to.add(new Section(page.title(), SitePage.text(row.getFirstChild()), address, SitePage.words(row)));
                }
            }
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '\u2028' || c == '\u2029') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
