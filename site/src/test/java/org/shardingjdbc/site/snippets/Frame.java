package org.shardingjdbc.site.snippets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What a snippet needs around it to be whole: a resource with a line in whose place it stands, indented as that line
 * is.
 */
final class Frame {
    private static final String PLACE = "SNIPPET";

    private Frame() {}

    /**
     * @param standard the resource where the snippet has none of its own; null for none, which leaves it as it is
     * @param ending of the names of resources, with the dot
     */
    static String around(Snippet snippet, String standard, String ending) throws IOException {
        String frame = resource(snippet.name() + ending);
        if (frame == null && standard != null) {
            frame = resource(standard);
        }
        if (frame == null) {
            return snippet.text();
        }
        return Arrays.stream(frame.split("\n"))
                .map(line -> line.strip().equals(PLACE)
                        ? snippet.text().indent(line.indexOf(PLACE)).stripTrailing()
                        : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** null where there is none. */
    private static String resource(String name) throws IOException {
        try (InputStream input = Frame.class.getResourceAsStream("/snippets/" + name)) {
            return input == null ? null : new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
