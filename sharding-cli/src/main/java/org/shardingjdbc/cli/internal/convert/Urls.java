package org.shardingjdbc.cli.internal.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts {@code jdbc:shardingsphere:} URLs. Stateless. */
final class Urls {
    static final String THEIRS = "jdbc:shardingsphere:";
    private static final String OURS = "jdbc:sharding:";
    private static final String TYPE = "placeholder-type";

    /** Where a YAML may be, in the names of 5.3 to 5.5, and the same here. */
    private static final Map<String, String> PLACES = Map.of(
            "classpath:", "classpath:",
            "classpath-environment:", "classpath:",
            "classpath-system-props:", "classpath:",
            "absolutepath:", "file:",
            "absolutepath-environment:", "file:",
            "absolutepath-system-props:", "file:");

    private Urls() {}

    /** What to write for a URL; empty where there is nothing. Says of the item what becomes of it. */
    static String convert(String url, ForeignItem item, Verdicts verdicts) {
        String rest = url.substring(THEIRS.length());
        String place =
                PLACES.keySet().stream().filter(rest::startsWith).findFirst().orElse(null);
        if (place == null) {
            verdicts.notYet(
                    item,
                    "configurations are read from the class path or from files only, not from "
                            + rest.substring(0, Math.max(0, rest.indexOf(':'))),
                    "write the YAML into a file, and " + OURS + "file:/path/to/it");
            return "";
        }
        int query = rest.indexOf('?');
        String location = rest.substring(place.length(), query < 0 ? rest.length() : query);
        List<String> parameters = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        if (query >= 0) {
            for (String pair : rest.substring(query + 1).split("&")) {
                (pair.startsWith(TYPE + "=") ? parameters : unknown).add(pair);
            }
        }
        if (place.endsWith("-environment:")) {
            parameters.add(TYPE + "=environment");
        } else if (place.endsWith("-system-props:")) {
            parameters.add(TYPE + "=system_props");
        }
        String converted =
                OURS + PLACES.get(place) + location + (parameters.isEmpty() ? "" : "?" + String.join("&", parameters));
        if (unknown.isEmpty()) {
            verdicts.changed(item, "is written as " + converted, "convert the YAML that it names");
        } else {
            verdicts.notYet(
                    item,
                    "is written as " + converted + ", without " + String.join(", ", unknown),
                    "these parameters are not known here; look what they are for");
        }
        return converted;
    }
}
