package org.shardingjdbc.benchmarks.report;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.shardingjdbc.benchmarks.report.Figures.Key;
import org.shardingjdbc.benchmarks.report.Figures.Rounds;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** All rounds as JSON, for programs and for adding rounds later. */
public final class ResultsFile {
    private final Path path;

    public ResultsFile(Path path) {
        this.path = path;
    }

    public void write(Environment environment, Figures figures) throws IOException {
        Files.writeString(path, json(environment, figures));
    }

    static String json(Environment environment, Figures figures) {
        StringJoiner facts = new StringJoiner(",\n");
        environment.facts().forEach((label, text) -> facts.add("    " + quoted(label) + ": " + quoted(text)));
        StringJoiner all = new StringJoiner(",\n");
        for (Map.Entry<Key, Rounds> each : figures.all().entrySet()) {
            Key key = each.getKey();
            all.add("    {\"backend\": " + quoted(key.backend())
                    + ", \"operation\": " + quoted(key.operation().id())
                    + ", \"contender\": " + quoted(key.contender())
                    + ", \"nanos\": " + list(each.getValue().nanos())
                    + ", \"bytes\": " + list(each.getValue().bytes()) + "}");
        }
        return "{\n  \"environment\": {\n" + facts + "\n  },\n  \"figures\": [\n" + all + "\n  ]\n}\n";
    }

    private static String list(List<Double> values) {
        StringJoiner list = new StringJoiner(", ", "[", "]");
        values.forEach(each -> list.add(String.format(Locale.ROOT, "%.1f", each)));
        return list.toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char each : text.toCharArray()) {
            if (each == '"' || each == '\\') {
                quoted.append('\\').append(each);
            } else if (each < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                quoted.append(each);
            }
        }
        return quoted.append('"').toString();
    }

    /** The figures of a file written before; none if there is no file. */
    public Figures read() throws IOException {
        Figures figures = new Figures();
        if (Files.exists(path)) {
            for (Object each : (List<?>) root().get("figures")) {
                add(figures, (Map<?, ?>) each);
            }
        }
        return figures;
    }

    /** Where the figures of a file written before were measured. */
    public Environment readEnvironment() throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        ((Map<?, ?>) root().get("environment")).forEach((label, text) -> facts.put((String) label, (String) text));
        return new Environment(facts);
    }

    private Map<?, ?> root() throws IOException {
        try (Reader reader = Files.newBufferedReader(path)) {
            // JSON is YAML
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        }
    }

    private static void add(Figures figures, Map<?, ?> figure) {
        Key key = new Key((String) figure.get("backend"), Operation.of((String) figure.get("operation")), (String)
                figure.get("contender"));
        for (Object nanos : (List<?>) figure.get("nanos")) {
            figures.add(key, ((Number) nanos).doubleValue(), Double.NaN);
        }
        for (Object bytes : (List<?>) figure.get("bytes")) {
            figures.add(key, Double.NaN, ((Number) bytes).doubleValue());
        }
    }
}
