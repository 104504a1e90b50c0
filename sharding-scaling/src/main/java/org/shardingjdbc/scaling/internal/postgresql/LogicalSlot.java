package org.shardingjdbc.scaling.internal.postgresql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.LogAccess;

/**
 * A slot of logical replication with the plug-in pgoutput and its publication. The messages are those of the protocol's
 * version 1 (PostgreSQL's documentation, "Logical Replication Message Formats"). The tables tell their whole former
 * rows while it is there ({@code REPLICA IDENTITY FULL}), so that a row is found where its former values placed it.
 */
final class LogicalSlot implements ChangeLog {
    private static final String MARK = "sharding-jdbc";
    private static final long STATUS_SECONDS = 1;
    private static final long PAUSE_MILLIS = 2;
    private static final long LOCK_MILLIS = 100;
    /** Between two moments, in which others go on. */
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private static final long LOCK_PATIENCE_SECONDS = 60;
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String QUERY_CANCELED = "57014";

    private final String name;
    private final LogAccess access;
    private final Map<Integer, Relation> relations = new HashMap<>();
    private @Nullable Connection marks;
    private @Nullable Connection replication;
    private @Nullable PGReplicationStream stream;
    private Map<Integer, MovedTable> tables = Map.of();
    private @Nullable LogSequenceNumber committed;
    private @Nullable LogSequenceNumber confirmed;

    /** @param table as it was when the slot was begun */
    private record Relation(MovedTable table, List<Integer> positions) {}

    /** @param job of lower-case letters, digits and underscores */
    LogicalSlot(String job, LogAccess access) {
        this.name = "sharding_" + job;
        this.access = access;
    }

    /** Slots have one name in all databases of a server. */
    private String slot(Connection connection) throws SQLException {
        return name + "_"
                + Asking.rows(connection, "SELECT oid FROM pg_database WHERE datname = current_database()")
                        .get(0)[0];
    }

    @Override
    public void begin(Collection<MovedTable> all, int patienceSeconds, Map<String, String> servers)
            throws SQLException {
        try (Connection connection = access.open(new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE PUBLICATION " + name);
            for (MovedTable each : all) {
                String table = PostgreSql.quoted(each.name());
                alter(
                        connection,
                        "ALTER TABLE " + table + " REPLICA IDENTITY FULL",
                        "ALTER PUBLICATION " + name + " ADD TABLE " + table);
            }
            makeSlot(connection, statement, patienceSeconds);
        }
    }

    /** A slot is there when all transactions have ended that were open; one that is not there yet is no slot. */
    private void makeSlot(Connection connection, Statement statement, int patienceSeconds) throws SQLException {
        String slot = slot(connection);
        statement.execute("SET statement_timeout = '" + patienceSeconds + "s'");
        try {
            Asking.rows(connection, "SELECT pg_create_logical_replication_slot(?, 'pgoutput')", slot);
        } catch (SQLException e) {
            if (!QUERY_CANCELED.equals(e.getSQLState())) {
                throw e;
            }
            throw new SQLException(
                    "transactions have been open for longer than " + patienceSeconds
                            + " s, and the log cannot be read before they end: " + openTransactions(),
                    e.getSQLState(),
                    e);
        }
    }

    private String openTransactions() throws SQLException {
        try (Connection connection = access.open(new Properties())) {
            return String.valueOf(Asking.first(connection, """
                    SELECT string_agg('process ' || pid || ' for ' || extract(epoch FROM now() - xact_start)::int || ' s', ', '
                             ORDER BY xact_start)
                    FROM pg_stat_activity
                    WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()"""));
        }
    }

    /**
     * Wants a table for itself: who waits for that lets all others wait behind it, as long as somebody's transaction
     * has the table. So it asks for moments, again and again.
     *
     * @param identity of the table, which takes it
     * @param publication done in the same moment: the publication has the tables that tell their whole former rows,
     *     wherever this is broken off
     */
    private static void alter(Connection connection, String identity, String publication) throws SQLException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LOCK_PATIENCE_SECONDS);
        long pause = LOCK_MILLIS;
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET lock_timeout = '" + LOCK_MILLIS + "ms'");
            connection.setAutoCommit(false);
            while (true) {
                try {
                    statement.execute(identity);
                    statement.execute(publication);
                    connection.commit();
                    connection.setAutoCommit(true);
                    statement.execute("RESET lock_timeout");
                    return;
                } catch (SQLException e) {
                    if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                        throw e;
                    }
                    connection.rollback();
                    if (System.nanoTime() - end > 0) {
                        throw new SQLException(
                                "a transaction uses the table for longer than " + LOCK_PATIENCE_SECONDS
                                        + " s, and there is no moment for: " + identity,
                                e.getSQLState(),
                                e);
                    }
                    TimeUnit.MILLISECONDS.sleep(pause);
                    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("Interrupted while it waits for a table", "57014", e);
        }
    }

    @Override
    public boolean isKept() throws SQLException {
        try (Connection connection = access.open(new Properties())) {
            return !Asking.rows(
                            connection,
                            "SELECT 1 FROM pg_replication_slots s, pg_publication p WHERE s.slot_name = ? AND p.pubname = ?"
                                    // it is null while a slot waits for transactions to be made
                                    + " AND s.confirmed_flush_lsn IS NOT NULL",
                            slot(connection),
                            name)
                    .isEmpty();
        }
    }

    @Override
    public void skip() throws SQLException {
        try (Connection connection = access.open(new Properties())) {
            Asking.rows(
                    connection, "SELECT pg_replication_slot_advance(?, pg_current_wal_flush_lsn())", slot(connection));
        }
    }

    @Override
    public void open() throws SQLException {
        String slot;
        try (Connection connection = access.open(new Properties())) {
            slot = slot(connection);
        }
        tables = published();
        committed = null;
        confirmed = null;
        Properties properties = new Properties();
        PGProperty.REPLICATION.set(properties, "database");
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "14");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        Connection opened = access.open(properties);
        replication = opened;
        stream = opened.unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .logical()
                .withSlotName(slot)
                .withSlotOption("proto_version", 1)
                .withSlotOption("publication_names", name)
                .withSlotOption("messages", true)
                .withStatusInterval((int) STATUS_SECONDS, TimeUnit.SECONDS)
                .start();
    }

    /** By the ids that they have whatever they are called. */
    private Map<Integer, MovedTable> published() throws SQLException {
        Map<Integer, MovedTable> found = new HashMap<>();
        PostgreSql database = new PostgreSql();
        try (Connection connection = access.open(new Properties())) {
            for (String[] row : Asking.rows(
                    connection,
                    "SELECT c.oid, c.relname FROM pg_publication p JOIN pg_publication_rel r ON r.prpubid = p.oid"
                            + " JOIN pg_class c ON c.oid = r.prrelid WHERE p.pubname = ?",
                    name)) {
                MovedTable table = database.read(connection, row[1]);
                if (table != null) {
                    found.put((int) Long.parseLong(row[0]), table);
                }
            }
        }
        return found;
    }

    @Override
    public boolean next(Listener listener, long waitMillis) throws SQLException {
        PGReplicationStream open = stream();
        ByteBuffer message = open.readPending();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (message == null && System.nanoTime() - end < 0) {
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            message = open.readPending();
        }
        if (message == null) {
            return false;
        }
        read(message, listener);
        return true;
    }

    private PGReplicationStream stream() {
        PGReplicationStream open = stream;
        if (open == null) {
            throw new IllegalStateException("the slot " + name + " is not open");
        }
        return open;
    }

    private void read(ByteBuffer message, Listener listener) throws SQLException {
        byte kind = message.get();
        switch (kind) {
            case 'B', 'O', 'Y' -> {
                // where a transaction begins, and from where it came, is of no matter; types are known by their names
            }
            case 'C' -> {
                message.position(message.position() + 1 + Long.BYTES);
                committed = LogSequenceNumber.valueOf(message.getLong());
            }
            case 'R' -> relation(message, listener);
            case 'I' -> {
                Relation relation = relation(message);
                message.get();
                listener.changed(relation.table(), null, row(message, relation, null));
            }
            case 'U' -> updated(message, listener);
            case 'D' -> {
                Relation relation = relation(message);
                message.get();
                listener.changed(relation.table(), row(message, relation, null), null);
            }
            case 'M' -> marked(message, listener);
            case 'T' -> listener.defined("TRUNCATE");
            default -> throw new SQLException("The log has a message '" + (char) kind + "' that is not known");
        }
    }

    private void updated(ByteBuffer message, Listener listener) throws SQLException {
        Relation relation = relation(message);
        byte first = message.get();
        if (first != 'O') {
            listener.defined("the whole former row is not told any more (REPLICA IDENTITY of "
                    + relation.table().name() + ")");
            return;
        }
        CopiedRow before = row(message, relation, null);
        message.get();
        listener.changed(relation.table(), before, row(message, relation, before));
    }

    private void marked(ByteBuffer message, Listener listener) {
        message.position(message.position() + 1 + Long.BYTES);
        String prefix = text(message);
        byte[] content = new byte[message.getInt()];
        message.get(content);
        if (prefix.equals(MARK)) {
            listener.marked(new String(content, StandardCharsets.UTF_8));
        }
    }

    private Relation relation(ByteBuffer message) throws SQLException {
        int id = message.getInt();
        Relation relation = relations.get(id);
        if (relation == null) {
            throw new SQLException("The log tells of a table " + id + " that it has not described");
        }
        return relation;
    }

    /** Told before the first change of a table, and after it was defined anew. */
    private void relation(ByteBuffer message, Listener listener) throws SQLException {
        int id = message.getInt();
        text(message);
        String called = text(message);
        message.get();
        List<String> columns = new ArrayList<>();
        int count = message.getShort();
        for (int i = 0; i < count; i++) {
            message.get();
            columns.add(text(message));
            message.position(message.position() + 2 * Integer.BYTES);
        }
        MovedTable table = tables.get(id);
        if (table == null) {
            listener.defined("table " + called + " joined the publication");
            return;
        }
        List<Integer> positions = new ArrayList<>();
        for (MovedTable.Column column : table.columns()) {
            positions.add(columns.indexOf(column.name()));
        }
        Relation before = relations.put(id, new Relation(table, positions));
        boolean other =
                positions.contains(-1) || columns.size() != table.columns().size();
        if (other || before != null && !before.positions().equals(positions)) {
            listener.defined("table " + called + " has other columns");
        }
    }

    private static String text(ByteBuffer message) {
        int begin = message.position();
        int end = begin;
        while (message.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - begin];
        message.get(bytes);
        message.get();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** @param before where large values are that did not change, and are not told again */
    private static CopiedRow row(ByteBuffer message, Relation relation, @Nullable CopiedRow before)
            throws SQLException {
        int count = message.getShort();
        List<@Nullable String> told =
                new ArrayList<>(Collections.nCopies(relation.positions().size(), null));
        for (int i = 0; i < count; i++) {
            byte kind = message.get();
            int column = relation.positions().indexOf(i);
            if (kind == 't') {
                byte[] bytes = new byte[message.getInt()];
                message.get(bytes);
                if (column >= 0) {
                    told.set(column, new String(bytes, StandardCharsets.UTF_8));
                }
            } else if (kind == 'u' && column >= 0) {
                if (before == null) {
                    throw new SQLException("The log does not tell a large value of "
                            + relation.table().name());
                }
                told.set(column, before.value(column));
            }
        }
        return CopiedRow.ofFields(told);
    }

    @Override
    public void done() {
        LogSequenceNumber up = committed;
        // said again, it would take back what the driver has confirmed since of what is of others
        if (up != null && !up.equals(confirmed)) {
            stream().setAppliedLSN(up);
            stream().setFlushedLSN(up);
            confirmed = up;
        }
    }

    @Override
    public synchronized void mark(String text) throws SQLException {
        Connection known = marks;
        if (known == null) {
            known = access.open(new Properties());
            marks = known;
        }
        Asking.rows(known, "SELECT pg_logical_emit_message(true, ?, ?)", MARK, text);
    }

    @Override
    public long lagBytes() throws SQLException {
        try (Connection connection = access.open(new Properties())) {
            List<String[]> rows = Asking.rows(
                    connection,
                    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint FROM pg_replication_slots"
                            + " WHERE slot_name = ?",
                    slot(connection));
            return rows.isEmpty() ? 0 : Math.max(0, Long.parseLong(rows.get(0)[0]));
        }
    }

    @Override
    public long retainedBytes() throws SQLException {
        try (Connection connection = access.open(new Properties())) {
            List<String[]> rows = Asking.rows(
                    connection,
                    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint FROM pg_replication_slots"
                            + " WHERE slot_name = ? AND restart_lsn IS NOT NULL",
                    slot(connection));
            return rows.isEmpty() ? 0 : Math.max(1, Long.parseLong(rows.get(0)[0]));
        }
    }

    /**
     * Tables tell of their former rows what they did by themselves: that of the primary key. The slot goes first:
     * whoever dies behind it leaves none that counts as kept while its tables tell less.
     *
     * <p>The publication goes last, without tables. An UPDATE or DELETE reads in which publications its table is, and
     * then looks each of them up: it fails where one has been dropped in between, and no lock keeps that apart. So each
     * table leaves while nobody else has it. Statements that had it before have ended then, and those that come read
     * that it is in none.
     */
    @Override
    public void drop() throws SQLException {
        close();
        try (Connection connection = access.open(new Properties());
                Statement statement = connection.createStatement()) {
            dropSlot(connection);
            for (String[] row : Asking.rows(
                    connection,
                    "SELECT r.prrelid::regclass FROM pg_publication p"
                            + " JOIN pg_publication_rel r ON r.prpubid = p.oid WHERE p.pubname = ?",
                    name)) {
                alter(
                        connection,
                        "ALTER TABLE " + row[0] + " REPLICA IDENTITY DEFAULT",
                        "ALTER PUBLICATION " + name + " DROP TABLE " + row[0]);
            }
            statement.execute("DROP PUBLICATION IF EXISTS " + name);
        }
    }

    /** The server needs a moment to see that nobody reads it any more. */
    private void dropSlot(Connection connection) throws SQLException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        String slot = slot(connection);
        while (true) {
            List<String[]> found =
                    Asking.rows(connection, "SELECT active FROM pg_replication_slots WHERE slot_name = ?", slot);
            if (found.isEmpty()) {
                return;
            }
            if (found.get(0)[0].equals("f") || System.nanoTime() - end > 0) {
                Asking.rows(connection, "SELECT pg_drop_replication_slot(?)", slot);
                return;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("Interrupted while the slot " + name + " is dropped", e);
            }
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        relations.clear();
        PGReplicationStream read = stream;
        Connection its = replication;
        Connection beside = marks;
        stream = null;
        replication = null;
        marks = null;
        try {
            if (read != null) {
                read.close();
            }
        } finally {
            try {
                if (its != null) {
                    its.close();
                }
            } finally {
                if (beside != null) {
                    beside.close();
                }
            }
        }
    }
}
