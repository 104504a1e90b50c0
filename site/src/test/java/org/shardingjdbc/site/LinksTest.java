package org.shardingjdbc.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each link of the site leads to something, and each page is led to. */
class LinksTest {
    @TempDir
    static Path site;

    private static List<SitePage> pages;

    @BeforeAll
    static void build() throws IOException {
        pages = SiteBuild.build(Repository.folder(), site);
    }

    @Test
    void eachLinkLeadsToAPageAndAPlaceOnIt() throws IOException {
        List<String> broken = new ArrayList<>();
        for (SitePage page : pages) {
            for (Element link : read(page.address()).select("a[href]")) {
                String href = link.attr("href");
                if (!href.contains("://") && !leadsSomewhere(page.address(), href)) {
                    broken.add(page.source() + ": " + href);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void eachDrawingIsThereAndHasAText() throws IOException {
        List<String> broken = new ArrayList<>();
        for (SitePage page : pages) {
            for (Element image : read(page.address()).select("img")) {
                Path file = site.resolve(page.address()).resolveSibling(image.attr("src"));
                if (!Files.isRegularFile(file) || image.attr("alt").isBlank()) {
                    broken.add(page.source() + ": " + image);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void eachPageIsInTheNavigation() throws IOException {
        Set<String> listed = new TreeSet<>();
        read("index.html").select("nav a").forEach(link -> listed.add(link.attr("href")));
        Set<String> all = new TreeSet<>();
        pages.stream().skip(1).forEach(page -> all.add(page.address()));
        assertThat(listed).isEqualTo(all);
    }

    private static boolean leadsSomewhere(String from, String href) throws IOException {
        URI target = URI.create(from).resolve(href);
        String path = target.getPath().isEmpty() ? from : target.getPath();
        if (!Files.isRegularFile(site.resolve(path))) {
            return false;
        }
        return target.getFragment() == null || read(path).getElementById(target.getFragment()) != null;
    }

    private static Document read(String address) throws IOException {
        return Jsoup.parse(site.resolve(address));
    }
}
