package org.shardingjdbc.site.snippets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.shardingjdbc.site.Repository;

/**
 * A block of code of a page.
 *
 * @param page the name of its file, without the ending
 * @param number of those in this language on the page, from 1
 * @param language the first word behind the fence
 * @param line of the fence, from 1
 * @param text without the blanks by which the whole block is indented, each line ended
 */
record Snippet(String page, int number, String language, int line, String text) {
    private static final String FENCE = "```";

    /** Those of all pages and of the README. */
    static List<Snippet> all() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Repository.folder().resolve("README.md")));
        try (Stream<Path> docs = Files.list(Repository.folder().resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<Snippet> snippets = new ArrayList<>();
        for (Path page : pages) {
            read(page, snippets);
        }
        return snippets;
    }

    static List<Snippet> all(String language) throws IOException {
        return all().stream()
                .filter(snippet -> snippet.language().equals(language))
                .toList();
    }

    private static void read(Path file, List<Snippet> snippets) throws IOException {
        String page = file.getFileName().toString().replace(".md", "");
        int before = snippets.size();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            int indent = lines.get(i).indexOf(FENCE);
            if (indent < 0 || !lines.get(i).substring(0, indent).isBlank()) {
                continue;
            }
            String language = lines.get(i).substring(indent + FENCE.length()).split(" ", 2)[0];
            int line = i + 1;
            StringBuilder text = new StringBuilder();
            for (i++; !lines.get(i).strip().equals(FENCE); i++) {
                text.append(lines.get(i).substring(Math.min(indent, lines.get(i).length())))
                        .append('\n');
            }
            long same = snippets.subList(before, snippets.size()).stream()
                    .filter(snippet -> snippet.language().equals(language))
                    .count();
            snippets.add(new Snippet(page, (int) same + 1, language, line, text.toString()));
        }
    }

    /** {@code configuration-2}, as its frame is called. */
    String name() {
        return page + "-" + number;
    }

    @Override
    public String toString() {
        return page + ".md:" + line + " " + language;
    }
}
