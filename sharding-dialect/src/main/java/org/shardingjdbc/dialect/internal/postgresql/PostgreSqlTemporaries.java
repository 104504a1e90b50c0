package org.shardingjdbc.dialect.internal.postgresql;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * As openGauss, and PostgreSQL knows how many rows a temporary table has only when it is told to count them.
 *
 * <p>Rows are inserted by one array for each column: {@code INSERT INTO t SELECT * FROM unnest(CAST(? AS int4[]),
 * ...)}. Each element is a text that the type's own input makes a value of, as it does of a single parameter and of a
 * line of COPY. COPY would be as fast; but it is no statement of JDBC: no time-out and no cancel ends it, and it needs
 * the driver's own connection, which not everybody who wraps one hands out.
 */
final class PostgreSqlTemporaries extends OpenGaussTemporaries {
    /**
     * The types that an array has as elements just as a column has them: an array of arrays would be one of their
     * elements, and {@code bit} would be {@code bit(1)}. Serials are whole numbers.
     */
    private static final Map<String, String> ELEMENTS = elements();

    private static Map<String, String> elements() {
        Map<String, String> elements =
                new TreeMap<>(Map.of("smallserial", "int2", "serial", "int4", "bigserial", "int8"));
        for (String type : List.of(
                "int2",
                "int4",
                "int8",
                "numeric",
                "float4",
                "float8",
                "bool",
                "text",
                "varchar",
                "bpchar",
                "date",
                "time",
                "timetz",
                "timestamp",
                "timestamptz",
                "interval",
                "uuid",
                "json",
                "jsonb")) {
            elements.put(type, type);
        }
        return Map.copyOf(elements);
    }

    @Override
    public String count(String tables) {
        return "ANALYZE " + tables;
    }

    @Override
    public @Nullable String insertByColumns(String table, List<String> types) {
        StringJoiner arrays = new StringJoiner(", ", "INSERT INTO " + table + " SELECT * FROM unnest(", ")");
        for (String type : types) {
            String element = ELEMENTS.get(type);
            if (element == null) {
                return null;
            }
            arrays.add("CAST(? AS pg_catalog." + element + "[])");
        }
        return arrays.toString();
    }

    /**
     * An array as a text; what is in quotes is no NULL, and nothing but quotes and backslashes means anything in it.
     */
    @Override
    public String listed(List<@Nullable String> values) {
        StringBuilder array = new StringBuilder("{");
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                array.append(',');
            }
            String value = values.get(i);
            if (value == null) {
                array.append("NULL");
            } else {
                quote(value, array);
            }
        }
        return array.append('}').toString();
    }

    private static void quote(String value, StringBuilder array) {
        array.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                array.append('\\');
            }
            array.append(c);
        }
        array.append('"');
    }
}
