package org.shardingjdbc.cli.internal.advise;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;

/** Reads what PostgreSQL writes by {@code log_destination = 'jsonlog'}: an object in each line. */
final class PostgreSqlJsonLog implements LogReader {
    private static final String SEVERITY = "error_severity";
    private static final String MESSAGE = "message";
    private static final JsonFactory JSON = new JsonFactory();

    private final LogEntries entries;

    PostgreSqlJsonLog(LogEntries entries) {
        this.entries = entries;
    }

    /** Whether a line is an object with a severity. */
    static boolean isOfLog(String line) {
        return texts(line).containsKey(SEVERITY);
    }

    /** The texts of an object; none when it is no object. */
    private static Map<String, String> texts(String line) {
        Map<String, String> texts = new HashMap<>();
        if (!line.startsWith("{")) {
            return texts;
        }
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (parser.nextToken() == JsonToken.VALUE_STRING) {
                    texts.put(name, parser.getText());
                } else {
                    parser.skipChildren();
                }
            }
            return texts;
        } catch (IOException e) {
            // the server was killed while it wrote
            return Map.of();
        }
    }

    @Override
    public void line(String text, int number) {
        Map<String, String> texts = texts(text);
        String message = texts.get(MESSAGE);
        if ("LOG".equals(texts.get(SEVERITY)) && message != null) {
            PostgreSqlMessage.tell(message, number, entries);
        }
    }

    @Override
    public void end() {
        // each line is whole
    }
}
