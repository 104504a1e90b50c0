package org.shardingjdbc.site;

import java.util.Map;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/** Puts a page into the frame of the site: navigation, the sections of the page, its text. Stateless. */
final class PageTemplate {
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(SitePage.EXTENSIONS)
            .attributeProviderFactory(context -> new Attributes())
            .build();

    private final Navigation navigation;

    PageTemplate(Navigation navigation) {
        this.navigation = navigation;
    }

    String apply(SitePage page) {
        String root = page.toRoot();
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%1$s</title>
                <link rel="icon" href="data:,">
                <link rel="stylesheet" href="%2$ssite.css">
                <script defer src="%2$shighlight.min.js"></script>
                <script defer src="%2$ssite.js"></script>
                </head>
                <body>
                <a class="skip" href="#text">Skip to the text</a>
                <header><a class="home" href="%2$sindex.html">sharding-jdbc</a>
                <search data-root="%2$s">
                <input type="search" placeholder="Search (press /)" aria-label="Search all pages" autocomplete="off"
                spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found">
                <ol id="found" role="listbox" hidden></ol>
                </search>
                </header>
                <div class="frame">
                <nav aria-label="Pages"><details open><summary>Pages</summary>
                %3$s</details></nav>
                <main id="text">
                %4$s</main>
                <aside aria-label="On this page">
                %5$s</aside>
                </div>
                </body>
                </html>
                """.formatted(
                        escape(title(page)), root, links(page, root), RENDERER.render(page.document()), sections(page));
    }

    private static String title(SitePage page) {
        return page.address().equals("index.html") ? page.title() : page.title() + " - sharding-jdbc";
    }

    private String links(SitePage page, String root) {
        StringBuilder html = new StringBuilder();
        for (Navigation.Group group : navigation.groups()) {
            html.append("<h2>").append(escape(group.title())).append("</h2>\n<ul>\n");
            for (Navigation.Entry entry : group.entries()) {
                String current = entry.address().equals(page.address()) ? " aria-current=\"page\"" : "";
                html.append("<li><a href=\"%s%s\"%s>%s</a></li>\n"
                        .formatted(root, entry.address(), current, escape(entry.title())));
            }
            html.append("</ul>\n");
        }
        return html.toString();
    }

    private static String sections(SitePage page) {
        IdGenerator ids = IdGenerator.builder().build();
        StringBuilder html = new StringBuilder();
        for (Node node = page.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                String id = ids.generateId(SitePage.text(heading));
                if (heading.getLevel() == 2) {
                    html.append("<li><a href=\"#%s\">%s</a></li>\n".formatted(id, escape(SitePage.text(heading))));
                }
            }
        }
        return html.isEmpty() ? "" : "<h2>On this page</h2>\n<ul>\n" + html + "</ul>\n";
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Turns links to pages of Markdown into links to pages of the site, and lets wide tables scroll by themselves. */
    private static final class Attributes implements AttributeProvider {
        @Override
        public void setAttributes(Node node, String tag, Map<String, String> attributes) {
            if (node instanceof Link link && isPage(link.getDestination())) {
                attributes.put("href", addressOf(link.getDestination()));
            } else if (node instanceof Image) {
                attributes.put("loading", "lazy");
            } else if (node instanceof TableBlock && tag.equals("table")) {
                attributes.put("tabindex", "0");
            }
        }

        private static boolean isPage(String destination) {
            return !destination.contains("://") && destination.split("#", 2)[0].endsWith(".md");
        }

        private static String addressOf(String destination) {
            String[] parts = destination.split("#", 2);
            String page = parts[0].equals("../README.md") ? "../index.html" : SitePage.addressOf(parts[0]);
            return parts.length == 1 ? page : page + "#" + parts[1];
        }
    }
}
