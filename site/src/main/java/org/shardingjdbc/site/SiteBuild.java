package org.shardingjdbc.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Makes the site: README.md becomes index.html, the other pages keep their names and folders. What the README's tables
 * under "Read on" list is the navigation, in their order.
 */
public final class SiteBuild {
    private static final String WEBJARS = "META-INF/resources/webjars/";

    private final Path repository;
    private final Path target;

    private SiteBuild(Path repository, Path target) {
        this.repository = repository;
        this.target = target;
    }

    /** @param arguments the repository's folder, and the folder to be written */
    public static void main(String[] arguments) throws IOException {
        List<SitePage> pages = build(Path.of(arguments[0]), Path.of(arguments[1]));
        System.out.println(pages.size() + " pages in " + arguments[1]);
    }

    /**
     * Writes the site.
     *
     * @param repository the folder with README.md and docs
     * @param target is made if it is not there; files of the same names are replaced
     * @return the pages, the README first
     */
    static List<SitePage> build(Path repository, Path target) throws IOException {
        return new SiteBuild(repository, target).build();
    }

    private List<SitePage> build() throws IOException {
        List<SitePage> pages = new ArrayList<>();
        for (Path source : sources()) {
            pages.add(SitePage.read(repository, source));
        }
        Navigation navigation = Navigation.of(pages);
        PageTemplate template = new PageTemplate(navigation);
        for (SitePage page : pages) {
            Path file = target.resolve(page.address());
            Files.createDirectories(file.getParent());
            Files.writeString(file, template.apply(page));
        }
        copyOthers();
        copyResource("site.css", "site.css");
        copyResource("site.js", "site.js");
        Files.writeString(target.resolve("search-index.js"), SearchIndex.script(pages));
        copyResource("/" + WEBJARS + webjar("org.webjars", "highlightjs") + "/highlight.min.js", "highlight.min.js");
        copyResource("/" + WEBJARS + webjar("org.webjars.npm", "lunr") + "/lunr.min.js", "lunr.min.js");
        return List.copyOf(pages);
    }

    private List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        sources.add(Path.of("README.md"));
        for (String folder : List.of("docs", "")) {
            int depth = folder.isEmpty() ? 1 : Integer.MAX_VALUE;
            try (Stream<Path> files = Files.walk(repository.resolve(folder), depth)) {
                files.map(repository::relativize)
                        .filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !sources.contains(file))
                        .sorted()
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    /** What pages show and lead to: drawings, profiles, the license. */
    private void copyOthers() throws IOException {
        Files.copy(repository.resolve("LICENSE"), target.resolve("LICENSE"), StandardCopyOption.REPLACE_EXISTING);
        try (Stream<Path> files = Files.walk(repository.resolve("docs"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".svg") || name.endsWith(".png") || name.endsWith(".txt")) {
                    Path copy = target.resolve(repository.relativize(file).toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private void copyResource(String name, String file) throws IOException {
        try (InputStream in = SiteBuild.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("The class path has no " + name);
            }
            Files.copy(in, target.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The folder of a webjar's files: its name and version. */
    private static String webjar(String group, String name) throws IOException {
        Properties pom = new Properties();
        try (InputStream in =
                SiteBuild.class.getResourceAsStream("/META-INF/maven/" + group + "/" + name + "/pom.properties")) {
            if (in == null) {
                throw new IOException("The class path has no webjar of " + name);
            }
            pom.load(in);
        }
        return name + "/" + pom.getProperty("version");
    }
}
