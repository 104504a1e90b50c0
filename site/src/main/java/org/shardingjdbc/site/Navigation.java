package org.shardingjdbc.site;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The pages by group, as the README lists them: each heading of level 3 under "Read on" is a group, each row of its
 * table a line whose links are pages.
 *
 * @param groups in the README's order
 */
record Navigation(List<Group> groups) {
    private static final String SECTION = "Read on";

    Navigation {
        groups = List.copyOf(groups);
    }

    /** @param title the heading */
    record Group(String title, List<Entry> entries) {
        Group {
            entries = List.copyOf(entries);
        }
    }

    /**
     * @param title the text of the link
     * @param address the page's address, relative to the root of the site
     */
    record Entry(String title, String address) {}

    static Navigation of(List<SitePage> pages) {
        SitePage readme = pages.get(0);
        List<Group> groups = new ArrayList<>();
        boolean inSection = false;
        String title = SECTION;
        for (Node node = readme.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() <= 2) {
                inSection = SitePage.text(heading).equals(SECTION);
            } else if (node instanceof Heading heading) {
                title = SitePage.text(heading);
            } else if (inSection && node instanceof TableBlock table) {
                groups.add(new Group(title, entries(table)));
            }
        }
        return new Navigation(groups);
    }

    private static List<Entry> entries(TableBlock table) {
        List<Entry> entries = new ArrayList<>();
        for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
            if (part instanceof TableBody) {
                for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
                    addLinks(((TableRow) row).getFirstChild(), entries);
                }
            }
        }
        return entries;
    }

    private static void addLinks(Node cell, List<Entry> entries) {
        for (Node node = cell.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Link link) {
                entries.add(new Entry(SitePage.text(link), SitePage.addressOf(link.getDestination())));
            }
        }
    }
}
