package org.shardingjdbc.dialect.walk;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.internal.Queries.LimitForm;

/**
 * An actual table whose rows are found by their primary key: how its names are written, and how values of the key are
 * read such that they find their row again and that rows behind them are those that ORDER BY puts there. What drivers
 * make of some types does neither: they cut a TIME to seconds and a TINYINT(1) to true and false, and a text that is
 * compared with an ENUM has the order of texts. Immutable, safe for all threads.
 */
@Incubating
public final class WalkedTable {
    private final Dialect dialect;
    private final String quote;
    private final String name;
    /** By lower-case names. */
    private final Map<String, ActualColumn> columns;

    private final List<KeyColumn> key;

    /**
     * A column as the database tells it.
     *
     * @param name as stored
     * @param jdbcType a constant of {@link Types}
     * @param typeName as the driver writes it
     */
    @Incubating
    public record ActualColumn(String name, int jdbcType, String typeName) {}

    private WalkedTable(
            Dialect dialect, String quote, String name, Map<String, ActualColumn> columns, List<KeyColumn> key) {
        this.dialect = dialect;
        this.quote = quote;
        this.name = name;
        this.columns = columns;
        this.key = List.copyOf(key);
    }

    /**
     * A table as its database tells of it.
     *
     * @param table as it is stored, or else but for case where that is one table
     * @return null where there is none, or several
     */
    public static @Nullable WalkedTable find(Connection connection, String table) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String actual = actualName(connection, data, table);
        if (actual == null) {
            return null;
        }
        Map<String, ActualColumn> columns = new TreeMap<>();
        try (ResultSet rows = data.getColumns(connection.getCatalog(), connection.getSchema(), actual, "%")) {
            while (rows.next()) {
                if (actual.equals(rows.getString("TABLE_NAME"))) {
                    String column = rows.getString("COLUMN_NAME");
                    columns.put(
                            column.toLowerCase(Locale.ROOT),
                            new ActualColumn(column, rows.getInt("DATA_TYPE"), rows.getString("TYPE_NAME")));
                }
            }
        }
        List<KeyColumn> key = new ArrayList<>();
        for (String column : key(connection, data, actual)) {
            ActualColumn known = columns.get(column.toLowerCase(Locale.ROOT));
            key.add(new KeyColumn(column, known == null ? "" : known.typeName()));
        }
        return new WalkedTable(dialect(data), data.getIdentifierQuoteString().trim(), actual, columns, key);
    }

    /**
     * A table whose definition is known already.
     *
     * @param table as it is stored
     * @param key the columns of its primary key, in its order; empty where it has none
     */
    public static WalkedTable known(Connection connection, String table, List<KeyColumn> key) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        return new WalkedTable(dialect(data), data.getIdentifierQuoteString().trim(), table, Map.of(), key);
    }

    private static Dialect dialect(DatabaseMetaData data) throws SQLException {
        Dialect dialect = Dialects.ofProduct(data.getDatabaseProductName());
        return dialect == null ? Dialects.SQL92 : dialect;
    }

    private static @Nullable String actualName(Connection connection, DatabaseMetaData data, String table)
            throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = data.getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                if (name.equals(table)) {
                    return name;
                }
                if (name.equalsIgnoreCase(table)) {
                    found.add(name);
                }
            }
        }
        return found.size() == 1 ? found.get(0) : null;
    }

    private static List<String> key(Connection connection, DatabaseMetaData data, String table) throws SQLException {
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet rows = data.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
            while (rows.next()) {
                key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(key.values());
    }

    /** A column, by its name without case; null where there is none, or columns were not asked for. */
    public @Nullable ActualColumn column(String column) {
        return columns.get(column.toLowerCase(Locale.ROOT));
    }

    /** The columns of the primary key, in its order; empty where there is none. */
    public List<KeyColumn> key() {
        return key;
    }

    /** The table as statements write it. */
    public String name() {
        return quoted(name);
    }

    /** A name as it is stored, between quotes. */
    public String quoted(String stored) {
        return quote + stored.replace(quote, quote + quote) + quote;
    }

    /** The one row of a key, as a condition; its parameters are set by {@link #setKey}. */
    public String keyCondition() {
        return key.stream().map(column -> written(column) + " = ?").collect(Collectors.joining(" AND "));
    }

    /**
     * Sets the parameters of {@link #keyCondition}.
     *
     * @param parameter the last one that is set, 0 for none
     * @return the last one that is set now
     */
    public int setKey(PreparedStatement statement, int parameter, KeyPosition row) throws SQLException {
        int last = parameter;
        for (Object value : row.values()) {
            setKeyValue(statement, ++last, value);
        }
        return last;
    }

    /** Sets a text that is written to a column, or compared with one by its characters, trailing blanks and all. */
    public void setText(PreparedStatement statement, int parameter, @Nullable String text) throws SQLException {
        if (copies().keysAreTexts()) {
            // A text would be compared with a CHAR without its trailing blanks.
            statement.setObject(parameter, text, Types.OTHER);
        } else {
            statement.setString(parameter, text);
        }
    }

    /**
     * The rows behind a key, or all.
     *
     * @param selected what is selected behind the key, as statements write it
     * @param rows how many at most; 0 for all
     */
    String page(List<String> selected, boolean first, boolean backwards, int rows) {
        List<String> items = new ArrayList<>();
        key.forEach(column -> items.add(copies().key(column.type()).text(written(column))));
        items.addAll(selected);
        String limit = "";
        if (rows > 0) {
            LimitForm form = dialect.queries().limitForm();
            limit = " " + form.before() + rows + form.after();
        }
        return "SELECT " + String.join(", ", items) + " FROM " + name() + (first ? "" : " WHERE " + behind())
                + (key.isEmpty() ? "" : order(backwards)) + limit;
    }

    private String order(boolean backwards) {
        return key.stream()
                .map(column -> written(column) + (backwards ? " DESC" : ""))
                .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }

    /** {@code a >= ? AND (a > ? OR a = ? AND b > ?)}: what stands first lets an index be used. */
    private String behind() {
        StringBuilder condition = new StringBuilder();
        for (int last = 0; last < key.size(); last++) {
            condition.append(last == 0 ? "" : " OR ");
            for (int i = 0; i < last; i++) {
                condition.append(written(key.get(i))).append(" = ? AND ");
            }
            condition.append(written(key.get(last))).append(" > ?");
        }
        return key.size() == 1 ? condition.toString() : written(key.get(0)) + " >= ? AND (" + condition + ")";
    }

    /** Sets the parameters of a page behind a key. */
    void setBehind(PreparedStatement page, KeyPosition after) throws SQLException {
        int parameter = 0;
        if (key.size() > 1) {
            setKeyValue(page, ++parameter, after.values().get(0));
        }
        for (int last = 0; last < key.size(); last++) {
            for (int i = 0; i <= last; i++) {
                setKeyValue(page, ++parameter, after.values().get(i));
            }
        }
    }

    /** The key of the row at which a page is. */
    KeyPosition position(ResultSet rows) throws SQLException {
        List<Object> values = new ArrayList<>(key.size());
        for (int i = 1; i <= key.size(); i++) {
            values.add(copies().keysAreTexts() ? rows.getString(i) : rows.getObject(i));
        }
        return new KeyPosition(values);
    }

    Dialect dialect() {
        return dialect;
    }

    private Copies copies() {
        return dialect.copies();
    }

    private void setKeyValue(PreparedStatement statement, int parameter, Object value) throws SQLException {
        if (copies().keysAreTexts()) {
            statement.setObject(parameter, value, Types.OTHER);
        } else {
            statement.setObject(parameter, value);
        }
    }

    private String written(KeyColumn column) {
        return name() + "." + quoted(column.name());
    }
}
