package org.shardingjdbc.engine.internal.show;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalRows;

/** Rows of metadata, gathered from data sources. Not thread-safe; one per question. */
public final class MetadataRows {
    private @Nullable List<LocalColumn> columns;
    private final List<Object[]> rows = new ArrayList<>();
    private final Set<List<Object>> seen = new HashSet<>();

    /**
     * Looks at a row of a data source, changes it to what the application shall see, and says whether it shall see it.
     */
    @FunctionalInterface
    public interface Filter {
        boolean accept(MetadataRows shape, Object[] row) throws SQLException;
    }

    /**
     * Reads rows and closes their result set; a row that is equal to one before is dropped.
     *
     * @return how many were new
     */
    public int add(ResultSet source, Filter filter) throws SQLException {
        try (source) {
            readShape(source);
            int before = rows.size();
            while (source.next()) {
                @Nullable Object[] row = new Object[columns().size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = source.getObject(i + 1);
                }
                if (filter.accept(this, row) && seen.add(Arrays.asList(row))) {
                    rows.add(row);
                }
            }
            return rows.size() - before;
        }
    }

    private void readShape(ResultSet source) throws SQLException {
        if (columns == null) {
            columns = shapeOf(source);
        }
    }

    /** PostgreSQL's driver answers with columns that it knows nothing of where there can be no rows. */
    private static List<LocalColumn> shapeOf(ResultSet source) throws SQLException {
        try {
            return LocalRows.columns(source.getMetaData());
        } catch (NullPointerException e) {
            return new ArrayList<>();
        }
    }

    /** Says what the rows look like, where no data source does. */
    public void shape(List<LocalColumn> given) {
        columns = given;
    }

    /** Gives a column another label. */
    public void rename(int position, String label) {
        LocalColumn old = columns().get(position);
        columns().set(position, new LocalColumn(label, old.type(), old.typeName(), old.className()));
    }

    /** The 0-based position of a column, or -1. */
    public int position(String label) {
        for (int i = 0; i < columns().size(); i++) {
            if (columns().get(i).label().equalsIgnoreCase(label)) {
                return i;
            }
        }
        return -1;
    }

    /** A column of a row as text; null when it is NULL or there is none. */
    public @Nullable String text(@Nullable Object[] row, String label) {
        int position = position(label);
        Object value = position < 0 ? null : row[position];
        return value == null ? null : value.toString();
    }

    /** Sorts as JDBC prescribes; columns that are missing do not count. */
    public void sort(String... by) {
        if (columns == null) {
            return;
        }
        int[] positions = new int[by.length];
        for (int i = 0; i < by.length; i++) {
            positions[i] = position(by[i]);
        }
        rows.sort((left, right) -> compare(left, right, positions));
    }

    private static int compare(Object[] left, Object[] right, int[] positions) {
        for (int position : positions) {
            if (position < 0) {
                continue;
            }
            int order = compare(left[position], right[position]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compare(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        if (left instanceof Number a && right instanceof Number b) {
            return Long.compare(a.longValue(), b.longValue());
        }
        if (left instanceof Boolean a && right instanceof Boolean b) {
            return Boolean.compare(a, b);
        }
        return left.toString().compareTo(right.toString());
    }

    /** None before anything was added or said of them. */
    public List<LocalColumn> columns() {
        List<LocalColumn> known = columns;
        return known == null ? List.of() : known;
    }

    public List<Object[]> rows() {
        return rows;
    }

    /**
     * Whether a name matches a pattern of DatabaseMetaData.
     *
     * @param pattern all when there is none; {@code %} any text, {@code _} any character
     * @param escape what makes the character behind it mean itself; may be empty
     */
    public static boolean matches(String name, @Nullable String pattern, String escape) {
        return pattern == null || matches(name, 0, pattern, 0, escape);
    }

    private static boolean matches(String name, int at, String pattern, int from, String escape) {
        int n = at;
        int p = from;
        while (p < pattern.length()) {
            char c = pattern.charAt(p);
            if (c == '%') {
                for (int rest = n; rest <= name.length(); rest++) {
                    if (matches(name, rest, pattern, p + 1, escape)) {
                        return true;
                    }
                }
                return false;
            }
            boolean escaped =
                    !escape.isEmpty() && pattern.startsWith(escape, p) && p + escape.length() < pattern.length();
            if (escaped) {
                p += escape.length();
                c = pattern.charAt(p);
            }
            if (n == name.length() || !(c == '_' && !escaped) && c != name.charAt(n)) {
                return false;
            }
            n++;
            p++;
        }
        return n == name.length();
    }

    /** A pattern that matches a name only. */
    public static String literal(String name, String escape) {
        if (escape.isEmpty()) {
            return name;
        }
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '%' || c == '_' || escape.indexOf(c) >= 0) {
                pattern.append(escape);
            }
            pattern.append(c);
        }
        return pattern.toString();
    }

    /** A name in the case in which a data source stores names. */
    public static String stored(String name, boolean upper, boolean lower) {
        if (upper) {
            return name.toUpperCase(Locale.ROOT);
        }
        return lower ? name.toLowerCase(Locale.ROOT) : name;
    }
}
