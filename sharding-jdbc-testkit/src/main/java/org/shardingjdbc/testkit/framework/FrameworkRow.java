package org.shardingjdbc.testkit.framework;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shardingjdbc.testkit.DatabaseKind;

/** A framework in one version, and what its tests found with each database. */
final class FrameworkRow {
    static final String REFUSED = "–";
    private static final int FIRST_DATABASE = 3;

    private final String framework;
    private final String version;
    private final String boot;
    private final Map<DatabaseKind, String> cells = new EnumMap<>(DatabaseKind.class);

    FrameworkRow(String framework, String version, String boot) {
        this.framework = framework;
        this.version = version;
        this.boot = boot;
    }

    String framework() {
        return framework;
    }

    /** Of a database that another test of this row spoke of already, that stands. */
    void put(DatabaseKind kind, String cell) {
        cells.putIfAbsent(kind, cell);
    }

    boolean isEmpty() {
        return cells.isEmpty();
    }

    /** As the page says it, the cells of databases that no test reached being blank. */
    String print(String module) {
        return print(module, Map.of());
    }

    /**
     * As {@link #print(String)}; databases that no test could reach here keep what the page says.
     *
     * @param rows of the page
     */
    String printOver(List<String> rows, String module) {
        Map<DatabaseKind, String> kept = new EnumMap<>(DatabaseKind.class);
        for (String row : rows) {
            List<String> known = FrameworkPage.cells(row);
            if (known.get(0).equals(framework)) {
                for (DatabaseKind kind : DatabaseKind.values()) {
                    kept.put(kind, known.get(FIRST_DATABASE + kind.ordinal()));
                }
            }
        }
        return print(module, kept);
    }

    private String print(String module, Map<DatabaseKind, String> kept) {
        return List.of(DatabaseKind.values()).stream()
                .map(kind -> cells.getOrDefault(kind, kept.getOrDefault(kind, "")))
                .collect(Collectors.joining(
                        " | ", "| " + framework + " | " + version + " | " + boot + " | ", " | `" + module + "` |"));
    }
}
