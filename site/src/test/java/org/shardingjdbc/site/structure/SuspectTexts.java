package org.shardingjdbc.site.structure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.shardingjdbc.site.Repository;

/**
 * Counts, in the sources for users, texts between quotes that should not be there, and reads the list of those that
 * still are. Immutable.
 *
 * @param suspect whether a text is one of them; also asked of whole sources, of which none may have such a text that is
 *     not suspect itself
 * @param free the modules in which such texts may be, by their outermost folders
 */
record SuspectTexts(Predicate<String> suspect, Set<String> free) {
    /** How many each file has, by its path in the project; files without any are left out. */
    Map<String, Integer> count() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        Path project = Repository.folder();
        for (Path file : sources(project)) {
            String text = Files.readString(file);
            int texts = suspect.test(text) ? count(file.toUri(), text) : 0;
            if (texts > 0) {
                found.put(project.relativize(file).toString(), texts);
            }
        }
        return found;
    }

    /** How many a source has. */
    int count(URI uri, String source) throws IOException {
        JavaFileObject file = new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        return (int) TextLiterals.of(file).stream().filter(suspect).count();
    }

    private List<Path> sources(Path project) throws IOException {
        // some modules stand in a folder
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> {
                        String place = project.relativize(file).toString();
                        return place.startsWith("sharding-")
                                && place.contains("/src/main/java/")
                                && !free.contains(place.substring(0, place.indexOf('/')));
                    })
                    .toList();
        }
    }

    /**
     * What a resource lists: the path of a file and how many it has, a line each.
     *
     * @param resource lines that are empty or begin with # say nothing
     */
    static Map<String, Integer> listed(String resource) throws IOException {
        Map<String, Integer> debts = new TreeMap<>();
        try (InputStream lines = SuspectTexts.class.getResourceAsStream(resource)) {
            new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> debts.put(
                            line.substring(0, line.lastIndexOf(' ')),
                            Integer.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
        }
        return debts;
    }
}
