package org.shardingjdbc.testkit.oracle.internal.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;
import org.shardingjdbc.testkit.oracle.internal.schema.LayoutKind.KeyValues;

/**
 * Makes schemas with rows: four to seven tables, of which some are bound to each other, one at least is a broadcast
 * table and one lives on one data source; and mostly one more, in another schema, with the name of one of them. Keeps
 * no state between calls.
 *
 * <p>The primary key of a sharded table contains its sharding columns: shards can keep no other key unique.
 */
public final class SchemaGenerator {
    private static final String[] NAMES = {"orders", "items", "people", "events", "places", "marks", "stocks"};
    private static final String[] KEY_NAMES = {"owner_id", "part_id"};
    private static final String GENERATED = "made_key";
    private static final int MOST_ROWS = 45;

    private final DatabaseKind kind;
    private final RandomChoices choices;
    private final ColumnPool pool;
    private final List<GeneratedTable> tables = new ArrayList<>();
    private final int sources;
    private List<ColumnModel> boundKeys = List.of();
    private int nextGroup;

    private SchemaGenerator(DatabaseKind kind, RandomChoices choices) {
        this.kind = kind;
        this.choices = choices;
        this.pool = new ColumnPool(kind);
        this.sources = 2 + choices.next(2);
    }

    /** Equal decisions make equal schemas. */
    public static GeneratedSchema generate(DatabaseKind kind, RandomChoices choices) {
        SchemaGenerator generator = new SchemaGenerator(kind, choices);
        int connectionsPerQuery = choices.pick(1, 4, 2);
        generator.addTables(4 + choices.next(4));
        if (choices.chance(60)) {
            generator.addNamesake();
        }
        return new GeneratedSchema(kind, generator.sources, connectionsPerQuery, generator.tables);
    }

    private void addTables(int count) {
        while (tables.size() < count - 2) {
            if (count - 2 - tables.size() > 1 && choices.chance(60)) {
                addBound();
            } else {
                add(TableRole.SHARDED, layout(LayoutKind.values()), -1);
            }
        }
        add(TableRole.BROADCAST, null, -1);
        add(choices.chance(20) ? TableRole.BROADCAST : TableRole.SINGLE, null, -1);
    }

    /** Two tables that are sharded alike, by columns of the same type that may have other names. */
    private void addBound() {
        Layout layout = layout(LayoutKind.values());
        int group = nextGroup++;
        add(TableRole.SHARDED, layout, group);
        TableModel parent = tables.get(tables.size() - 1).model();
        List<String> keys = new ArrayList<>(layout.keys());
        int id = keys.indexOf("id");
        if (id >= 0) {
            keys.set(id, keys.contains(KEY_NAMES[0]) ? KEY_NAMES[1] : KEY_NAMES[0]);
        }
        boundKeys = layout.keys().stream().map(parent::column).toList();
        add(TableRole.SHARDED, new Layout(layout.kind(), keys, layout.sources(), layout.tables()), group);
        boundKeys = List.of();
    }

    private Layout layout(LayoutKind... kinds) {
        LayoutKind layoutKind = kinds[choices.next(kinds.length)];
        List<String> keys = new ArrayList<>();
        if (layoutKind.keyValues() == KeyValues.NUMBERS) {
            boolean byId = choices.chance(40);
            keys.add(byId ? "id" : KEY_NAMES[0]);
            if (layoutKind.keyCount() == 2) {
                keys.add(byId ? KEY_NAMES[0] : choices.pick(KEY_NAMES[1], "id"));
            }
        } else {
            keys.add(
                    switch (layoutKind.keyValues()) {
                        case TEXTS -> "tenant";
                        case FLAGS -> "flag_key";
                        default -> "day_key";
                    });
        }
        return new Layout(layoutKind, keys, sources, 2 + choices.next(4));
    }

    /** A table of another schema, with the name of one of the others and other columns in another order. */
    private void addNamesake() {
        String name = tables.get(choices.next(tables.size())).model().name();
        add(GeneratedSchema.side(kind) + "." + name, TableRole.SINGLE, null, -1);
        GeneratedTable last = tables.remove(tables.size() - 1);
        TableModel model = last.model();
        List<List<String>> rows =
                last.rows().stream().map(SchemaGenerator::reversed).toList();
        TableModel turned = new TableModel(
                model.name(),
                model.role(),
                List.of(),
                -1,
                reversed(model.columns()),
                model.primaryKey(),
                model.generated());
        tables.add(new GeneratedTable(turned, null, rows));
    }

    private static <T> List<T> reversed(List<T> list) {
        List<T> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    private void add(TableRole role, Layout layout, int group) {
        add(NAMES[tables.size()], role, layout, group);
    }

    private void add(String name, TableRole role, Layout layout, int group) {
        List<ColumnModel> columns = new ArrayList<>();
        columns.add(key("id", KeyValues.NUMBERS));
        Set<String> primaryKey = new LinkedHashSet<>(List.of("id"));
        List<String> keys = layout == null ? List.of() : layout.keys();
        for (String key : keys) {
            if (!key.equals("id")) {
                columns.add(shardingColumn(layout, key));
                primaryKey.add(key);
            }
        }
        if (!keys.contains(KEY_NAMES[0])) {
            columns.add(nullable(key(KEY_NAMES[0], KeyValues.NUMBERS)));
        }
        addColumns(columns);
        // the copies of a broadcast table would each make their own
        boolean counted = role != TableRole.BROADCAST && choices.chance(20);
        String generated = counted ? GENERATED : null;
        TableModel model = new TableModel(name, role, keys, group, columns, List.copyOf(primaryKey), generated);
        tables.add(new GeneratedTable(model, layout, rows(columns)));
    }

    private ColumnModel shardingColumn(Layout layout, String name) {
        if (boundKeys.isEmpty()) {
            return key(name, layout.kind().keyValues());
        }
        ColumnModel other = boundKeys.get(layout.keys().indexOf(name));
        return new ColumnModel(name, other.kind(), false, other.type(), other.samples());
    }

    private ColumnModel key(String name, KeyValues values) {
        return switch (values) {
            case NUMBERS -> {
                ColumnKind column = choices.pick(ColumnKind.INTEGER, ColumnKind.LONG);
                List<String> samples = new ArrayList<>();
                for (int i = 1; i <= MOST_ROWS; i++) {
                    // Neither all positive nor all present: -3, -2, 0, 1, 2, 4, ...
                    samples.add(String.valueOf(i % 4 == 0 ? -i / 4 : i - i / 4 - 1));
                }
                yield new ColumnModel(name, column, false, pool.type(column, choices), samples);
            }
            case TEXTS ->
                new ColumnModel(
                        name,
                        ColumnKind.TEXT,
                        false,
                        pool.type(ColumnKind.TEXT, choices),
                        pool.literals(ColumnKind.TEXT, choices));
            case DATES -> {
                List<String> days = new ArrayList<>();
                for (int month = 1; month <= 6; month++) {
                    days.add(pool.literal(ColumnKind.DATE, "2024-0" + month + "-0" + month));
                    days.add(pool.literal(ColumnKind.DATE, "2024-0" + month + "-28"));
                }
                yield new ColumnModel(name, ColumnKind.DATE, false, "DATE", days);
            }
            case FLAGS -> {
                boolean mySqlFamily = kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL;
                String type = mySqlFamily ? choices.pick("TINYINT(1)", "BOOLEAN") : "BOOLEAN";
                yield new ColumnModel(
                        name,
                        ColumnKind.BOOLEAN,
                        false,
                        type,
                        mySqlFamily ? List.of("1", "0") : List.of("TRUE", "FALSE"));
            }
        };
    }

    private static ColumnModel nullable(ColumnModel column) {
        return new ColumnModel(column.name(), column.kind(), true, column.type(), column.samples());
    }

    private void addColumns(List<ColumnModel> columns) {
        ColumnKind[] kinds = {
            ColumnKind.INTEGER,
            ColumnKind.TEXT,
            ColumnKind.DECIMAL,
            ColumnKind.DATE,
            ColumnKind.LONG,
            ColumnKind.TIMESTAMP,
            ColumnKind.BOOLEAN,
            ColumnKind.DOUBLE,
            ColumnKind.CHAR,
            ColumnKind.TEXT,
            ColumnKind.TIMESTAMP_WITH_ZONE,
            ColumnKind.BINARY,
            ColumnKind.UUID,
            ColumnKind.JSON
        };
        int count = 3 + choices.next(5);
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            ColumnKind column = i == 0 ? ColumnKind.INTEGER : kinds[choices.next(kinds.length)];
            String plain = name(column, i);
            String name = choices.chance(12) ? quoted(plain) : plain;
            if (pool.has(column) && names.add(plain)) {
                columns.add(new ColumnModel(
                        name, column, choices.chance(65), pool.type(column, choices), pool.literals(column, choices)));
            }
        }
    }

    private static String name(ColumnKind column, int index) {
        return switch (column) {
            case INTEGER -> index % 2 == 0 ? "qty" : "score";
            case LONG -> index % 2 == 0 ? "points" : "big";
            case DECIMAL -> index % 2 == 0 ? "amount" : "price";
            case DOUBLE -> "rate";
            case TEXT -> index % 2 == 0 ? "title" : "city";
            case CHAR -> "code";
            case DATE -> "born";
            case TIMESTAMP -> "seen";
            case TIMESTAMP_WITH_ZONE -> "stamped";
            case BOOLEAN -> "active";
            case BINARY -> "token";
            case JSON -> "doc";
            case UUID -> "uid";
        };
    }

    /** A name that is another one without its quotes. */
    private String quoted(String name) {
        String mixed = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + choices.pick("", " Of", "#");
        boolean backticks = kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL;
        return backticks ? '`' + mixed + '`' : '"' + mixed + '"';
    }

    /** Rows with different ids; some values are far more common than others, some shards stay empty. */
    private List<List<String>> rows(List<ColumnModel> columns) {
        int count = choices.pick(20, 3, 30, 12, MOST_ROWS - 5, 0, 8, 40);
        int first = choices.next(5);
        int[] nullShares = columns.stream().mapToInt(this::nullShare).toArray();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<String> row = new ArrayList<>();
            for (int c = 0; c < columns.size(); c++) {
                ColumnModel column = columns.get(c);
                if (c == 0) {
                    row.add(column.samples().get(first + i));
                } else {
                    row.add(choices.chance(nullShares[c]) ? "NULL" : skewed(column.samples()));
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private int nullShare(ColumnModel column) {
        return column.nullable() ? choices.pick(0, 10, 30, 90) : 0;
    }

    private String skewed(List<String> samples) {
        int bound = choices.chance(50) ? samples.size() : Math.min(3, samples.size());
        return samples.get(choices.next(bound));
    }
}
