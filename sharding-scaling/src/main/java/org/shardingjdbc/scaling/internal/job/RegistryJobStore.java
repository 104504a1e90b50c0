package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a job keeps in the registry of its data source: one text for each job, a line for each item. */
final class RegistryJobStore implements JobStore {
    private static final char BREAK = '\n';
    private static final char ESCAPE = '\\';

    private final JobHome home;
    private final String job;

    RegistryJobStore(JobHome home, String job) {
        this.home = home;
        this.job = job;
    }

    /** The items of all jobs, by their names. */
    static Map<String, Map<String, String>> all(JobHome home) throws SQLException {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        home.keptJobs().forEach((job, text) -> all.put(job, items(text)));
        return all;
    }

    @Override
    public void begin(Map<String, String> begun) throws SQLException {
        change(text -> {
            Map<String, String> items = items(text);
            items.putAll(begun);
            return text(items);
        });
    }

    @Override
    public Map<String, String> read() throws SQLException {
        return all(home).getOrDefault(job, Map.of());
    }

    @Override
    public void write(String item, String content) throws SQLException {
        change(text -> {
            Map<String, String> items = items(text);
            items.put(item, content);
            return text(items);
        });
    }

    @Override
    public void drop() throws SQLException {
        change(text -> null);
    }

    private void change(UnaryOperator<@Nullable String> change) throws SQLException {
        home.changeJob(job, change);
    }

    /** Of a text, null for none; each line is an item and its content, with a break between that is escaped in both. */
    static Map<String, String> items(@Nullable String text) {
        Map<String, String> items = new TreeMap<>();
        if (text != null) {
            String[] lines = text.split(String.valueOf(BREAK), -1);
            for (int i = 0; i + 1 < lines.length; i += 2) {
                items.put(plain(lines[i]), plain(lines[i + 1]));
            }
        }
        return items;
    }

    static String text(Map<String, String> items) {
        StringBuilder text = new StringBuilder();
        items.forEach((item, content) -> text.append(written(item))
                .append(BREAK)
                .append(written(content))
                .append(BREAK));
        return text.toString();
    }

    private static String written(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == ESCAPE && i + 1 < text.length()) {
                i++;
                plain.append(text.charAt(i) == 'n' ? BREAK : text.charAt(i));
            } else {
                plain.append(each);
            }
        }
        return plain.toString();
    }
}
