package org.shardingjdbc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link of the README and of the pages to a file leads to a file, and to a heading if it names one. */
class LinksTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    /** The lines outside of fenced examples. */
    private static List<String> lines(Path page) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean fenced = false;
        for (String line : Files.readAllLines(page)) {
            if (line.stripLeading().startsWith("```")) {
                fenced = !fenced;
            } else if (!fenced) {
                lines.add(line);
            }
        }
        return lines;
    }

    /**
     * The anchors that forges make of headings (small letters, hyphens for blanks, a number from the second on), and
     * written ones.
     */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> headings = new HashMap<>();
        for (String line : lines(page)) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String name = heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                        .replace(' ', '-');
                int before = headings.merge(name, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? name : name + "-" + before);
            }
            ANCHOR.matcher(line).results().forEach(anchor -> anchors.add(anchor.group(1)));
        }
        return anchors;
    }

    private static boolean isBroken(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file);
        return !Files.exists(target) || hash >= 0 && !anchors(target).contains(link.substring(hash + 1));
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            for (String line : lines(page)) {
                for (String link : LINK.matcher(line)
                        .results()
                        .map(match -> match.group(1))
                        .filter(target -> !target.startsWith("https://"))
                        .toList()) {
                    links++;
                    if (isBroken(page, link)) {
                        broken.add(ROOT.relativize(page) + ": " + link);
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).as("links that were found").isGreaterThan(20);
    }
}
