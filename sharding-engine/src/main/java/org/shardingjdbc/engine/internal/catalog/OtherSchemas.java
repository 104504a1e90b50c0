package org.shardingjdbc.engine.internal.catalog;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * What a catalog keeps of tables in other schemas than that of the logic database: where they are, misses too, and
 * their columns. Two tables of one name are two tables here. Safe for all threads.
 */
final class OtherSchemas {
    private static final TableSchema MISSING = new TableSchema("", List.of(), List.of());

    private final CatalogQuestions questions;
    private final Map<SchemaTable, Integer> locations = new ConcurrentHashMap<>();
    private final Map<LogicTable, TableSchema> schemas = new ConcurrentHashMap<>();
    private final AtomicLong forgotten = new AtomicLong();

    OtherSchemas(CatalogQuestions questions) {
        this.questions = questions;
    }

    /**
     * The data source that has it, -1 when none has.
     *
     * @param strict whether several that have it are an error
     */
    int locate(SchemaTable table, boolean strict) {
        Integer known = locations.get(table);
        if (known == null) {
            long before = forgotten.get();
            List<Integer> places = questions.places(table);
            if (places.size() > 1 && !strict) {
                return Catalog.AMBIGUOUS;
            }
            known = kept(locations, table, questions.only(table.key(), places), before);
        }
        return known;
    }

    /**
     * The table with its columns; null when no such table is there, or when it shows what the database says of itself.
     */
    @Nullable
    TableSchema table(LogicTable table) {
        TableSchema known = schemas.get(table);
        if (known == null) {
            long before = forgotten.get();
            known = read(table);
            if (known != MISSING) {
                // who makes one that is not there may be somebody else, and need not tell
                known = kept(schemas, table, known, before);
            }
        }
        return known == MISSING ? null : known;
    }

    private TableSchema read(LogicTable table) {
        TableSchema read = questions.table(table);
        return read == null ? MISSING : read;
    }

    /** Keeps what was read, unless something was forgotten since that began. */
    private <K, T> T kept(Map<K, T> known, K key, T read, long before) {
        T kept = known.compute(key, (name, first) -> first == null && forgotten.get() == before ? read : first);
        return kept == null ? read : kept;
    }

    /**
     * Reads the tables again that a statement calls so; says whether one differs from what was known. What another
     * thread has forgotten or read meanwhile stays so.
     */
    boolean refresh(String name) {
        boolean differs = false;
        for (Map.Entry<SchemaTable, Integer> location : locations.entrySet()) {
            if (location.getKey().key().equals(name)) {
                int found = questions.search(location.getKey());
                differs |= found != location.getValue();
                locations.replace(location.getKey(), location.getValue(), found);
            }
        }
        for (Map.Entry<LogicTable, TableSchema> schema : schemas.entrySet()) {
            if (schema.getKey().name().equals(name)) {
                TableSchema read = read(schema.getKey());
                differs |= !read.equals(schema.getValue());
                if (read == MISSING) {
                    schemas.remove(schema.getKey(), schema.getValue());
                } else {
                    schemas.replace(schema.getKey(), schema.getValue(), read);
                }
            }
        }
        return differs;
    }

    /**
     * Forgets a table, and those that have its name in other schemas: what was redefined may be written in many ways.
     */
    void forget(String name) {
        forgotten.incrementAndGet();
        locations.keySet().removeIf(table -> isNamed(table, name));
        schemas.keySet().removeIf(table -> isNamed(Objects.requireNonNull(table.place()), name));
    }

    private static boolean isNamed(SchemaTable table, String name) {
        int from = name.length() - table.table().length();
        return from >= 0
                && name.regionMatches(
                        true, from, table.table(), 0, table.table().length())
                && (from == 0 || name.charAt(from - 1) == '.');
    }

    void clear() {
        forgotten.incrementAndGet();
        locations.clear();
        schemas.clear();
    }
}
