package org.shardingjdbc.scaling.internal.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Dialect;

/** What a job asks of a kind of database. Implementations are stateless and safe for all threads. */
public interface ScalingDatabase {
    /** What its data sources speak. */
    Dialect dialect();

    /** What the class path lacks to move its rows, with the remedy; null where it has all. */
    default @Nullable String missing() {
        return null;
    }

    /** What connections of jobs have besides what is configured, so that values come and go as they are. */
    Properties connectionProperties();

    /** Lets a new connection give and take values as they are. */
    default void prepare(Connection connection) throws SQLException {}

    /**
     * What forbids that rows of these tables leave the database.
     *
     * @return sentences with the remedy; empty where nothing does
     */
    List<String> obstacles(Connection connection, Collection<String> tables) throws SQLException;

    /** The table, or null where there is none of that name. */
    @Nullable
    MovedTable read(Connection connection, String table) throws SQLException;

    /**
     * About how many rows a table has, how many bytes they take, and how many with its indexes, as the database
     * estimates it: three numbers.
     */
    long[] size(Connection connection, String table) throws SQLException;

    /**
     * What makes an empty table as that one.
     *
     * @param name of the new table
     * @param all whether with what rows are checked and found by: its other keys and indexes; without, rows may be
     *     written to it that would not be allowed together, as while it lags behind
     */
    List<String> creation(Connection connection, MovedTable table, String name, boolean all) throws SQLException;

    /**
     * Why statements that make tables would fail, where the database can try them and take them back; null where they
     * would not, or it cannot.
     */
    default @Nullable String refusal(Connection connection, List<String> statements) throws SQLException {
        return null;
    }

    /** What {@link #creation} leaves out for a table that is not to have all. */
    List<String> completion(Connection connection, MovedTable table, String name) throws SQLException;

    /** A name as SQL writes it, whatever letters it has. */
    String identifier(String name);

    /**
     * How many rows a table has for each value of an expression; those without one are left out.
     *
     * @param expression SQL that gives an integer
     */
    default Map<Integer, Long> counts(Connection connection, String table, String expression) throws SQLException {
        Map<Integer, Long> counts = new HashMap<>();
        for (String[] row : Asking.rows(
                connection, "SELECT " + expression + ", COUNT(*) FROM " + identifier(table) + " GROUP BY 1")) {
            if (row[0] != null) {
                counts.put(Integer.valueOf(row[0]), Long.valueOf(row[1]));
            }
        }
        return counts;
    }

    /** Drops a table, where it is there. */
    String dropping(String table);

    /**
     * Drops a table where it has no rows, in one step: nobody writes between the look and the drop.
     *
     * @throws SQLException also where there is no such table
     */
    void dropEmpty(Connection connection, String table) throws SQLException;

    /** Gives tables of one database other names, all of them or none. */
    void rename(Connection connection, Map<String, String> names, long patienceMillis) throws SQLException;

    /**
     * Takes a lock by its name, which this connection holds until it closes.
     *
     * @return whether it has it; false where another connection has
     */
    boolean lock(Connection connection, String name) throws SQLException;

    /**
     * The columns whose keys something counts that does not see which ones are written to the table, with its name;
     * empty where there are none, as where the table counts by itself.
     */
    default Map<String, String> counters(Connection connection, MovedTable table) throws SQLException {
        return Map.of();
    }

    /**
     * Lets such a counter go on behind the keys that a table has.
     *
     * @param column whose keys it counts
     * @param counter what {@link #counters} says of the column
     */
    default void followKeys(Connection connection, String table, String column, String counter) throws SQLException {
        throw new IllegalArgumentException(table + " has no counter " + counter);
    }

    /**
     * Reads rows in the order of their primary key.
     *
     * @param after the key behind which to begin, as {@link MovedRow#key} has it; null for the first row
     * @param rows how many at most
     * @param bytes of {@link MovedRow#bytes}, with which it is enough: the row that reaches them is the last one
     */
    List<MovedRow> chunk(Connection connection, MovedTable table, @Nullable List<Object> after, int rows, long bytes)
            throws SQLException;

    /** The key of a row as a text, to be kept for {@link #key(String)}. */
    String text(List<Object> key);

    /** The key of such a text. */
    List<Object> key(String text);

    /**
     * Whether keys that are the same for the database are always written the same: not those of texts whose collation
     * does not tell letters, accents or blanks apart, or of numbers with as many zeros as somebody wrote.
     */
    boolean hasOneSpelling(MovedTable table);

    /** Deletes the rows of these keys, where they are there. */
    void delete(Connection connection, MovedTable table, Collection<List<Object>> keys) throws SQLException;

    /**
     * The rows of these keys that are there.
     *
     * @param columns the positions of those that are read besides the key's; the others are null
     */
    List<MovedRow> found(
            Connection connection, MovedTable table, Collection<List<Object>> keys, Collection<Integer> columns)
            throws SQLException;

    /** Lets statements of a connection wait for moments only for what others have locked; then they give way. */
    void hurry(Connection connection) throws SQLException;

    /** Whether a statement gave way, as others have locked what it wants. */
    boolean gaveWay(SQLException error);

    /** Whether a row could not be written because one of its key is there. */
    boolean isDuplicate(SQLException error);

    /** Writes rows that are not there. */
    void insert(Connection connection, MovedTable table, List<MovedRow> rows) throws SQLException;

    /**
     * Those of some columns by whose values rows are not placed for certain, whatever they are.
     *
     * @param columns of the table
     */
    List<MovedTable.Column> unplaced(Connection connection, MovedTable table, List<MovedTable.Column> columns)
            throws SQLException;

    /**
     * A value as drivers give it to who asks for an object, for rules that place rows by it; as it came where it is
     * none that Java has, such as an infinite day, which the rules do not place.
     *
     * @param column that it is of
     * @param jdbcType a constant of {@link java.sql.Types}
     */
    @Nullable
    Object placed(MovedTable.Column column, @Nullable Object value, int jdbcType);

    /** The log of a database. */
    ChangeLog log(String job, LogAccess access);

    /**
     * Where a range of keys ends that has so many rows.
     *
     * @param after the key behind which it begins; null for the first one
     * @return null where fewer rows are left
     */
    @Nullable
    List<Object> end(Connection connection, MovedTable table, @Nullable List<Object> after, int rows)
            throws SQLException;

    /**
     * How many rows of a range there are of each bucket of keys, and a sum over what they hold for which their order is
     * of no matter. The database computes it.
     *
     * @param buckets a power of two
     */
    Map<Integer, BucketSum> sums(Connection connection, MovedTable table, KeyRange range, int buckets)
            throws SQLException;

    /**
     * The rows of some buckets: by their keys what they hold, as a short text.
     *
     * @param which of those of {@link #sums}
     */
    Map<List<Object>, String> rows(
            Connection connection, MovedTable table, KeyRange range, int buckets, List<Integer> which)
            throws SQLException;

    /**
     * The same of single rows, where they are there.
     *
     * @param locked whether nobody changes them until the connection's transaction ends
     */
    Map<List<Object>, String> rowsOf(
            Connection connection, MovedTable table, Collection<List<Object>> keys, boolean locked) throws SQLException;

    /**
     * What a bucket has.
     *
     * @param rows how many
     * @param sum of their hashes
     */
    record BucketSum(long rows, java.math.BigDecimal sum) {
        /** Both together. */
        public BucketSum plus(BucketSum other) {
            return new BucketSum(rows + other.rows, sum.add(other.sum));
        }
    }

    /** How a database is reached, and where a job keeps how far its log is done. */
    interface LogAccess {
        /** A new connection with these properties besides its own. */
        Connection open(Properties more) throws SQLException;

        /** Where it is, as its driver is told. */
        String url();

        /** Who connects; null where only the URL says it. */
        @Nullable
        String user();

        /** Null where only the URL says it. */
        @Nullable
        String password();

        /** What was last kept; null where nothing was. */
        @Nullable
        String kept() throws SQLException;

        /** Keeps a text with the job, in place of the former one. */
        void keep(String text) throws SQLException;
    }

    /** A text that a job keeps. */
    interface KeptText {
        /** What was last written; null where nothing was. */
        @Nullable
        String read() throws SQLException;

        /** Writes it in place of the former one. */
        void write(String text) throws SQLException;
    }
}
