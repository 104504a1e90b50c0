package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.XAPrepareEventData;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.LogAccess;

/**
 * The binary log of a server. The server keeps nothing for who reads it; how far it is done, and what the tables are
 * called there, is kept with the job.
 *
 * <p>A transaction is told when its end was read, as one that is taken back, or that a killed server left without an
 * end, must not be told at all; until then its changes are held, in a file where they are many ({@link HeldChanges}).
 * It is told in parts, and nothing else is read between them. One that is prepared (XA) is told when it is committed,
 * which may be much later. What is done does not go beyond the begin of one that is not told to its end. Those that
 * were prepared before the log was begun are waited for, so that their rows are there before others are copied
 * ({@link XaSettling}). Marks are rows of a table of the job's own.
 *
 * <p>Where it begins: a transaction stands in the log before others see it, so that a place in the log alone would lose
 * those that are between. A mark is written behind the place; servers make transactions visible in the order of the
 * log, so what was before the place is seen when the mark is committed.
 *
 * <p>A statement that is no row change and names one of the tables is told as such, but for those that let them as they
 * are, and the job's own RENAME TABLE: rows are those of a table, also while it is called as one that is left. Any
 * other RENAME TABLE is told: behind it the name that the job writes and compares by would be that of another table.
 */
final class Binlog implements ChangeLog {
    private static final String MARKS = "sharding_jdbc_mark_";
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** To keep it is a write that the log tells, too. */
    private static final long IDLE_KEEP_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final long WRITE_SECONDS = 3_600;
    private static final long HEARTBEAT_MILLIS = 5_000;
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long LOWEST_ID = 1_000_000_000L;
    private static final long HIGHEST_ID = 4_000_000_000L;
    /** First words of statements that name tables and do not change them. */
    private static final List<String> HARMLESS = List.of("analyze", "check", "grant", "revoke", "flush");

    /** What is made of tables without changing them. */
    private static final List<String> READING = List.of("view", "procedure", "function", "event");
    /** What is behind the name of a table that is made. */
    private static final List<String> ENDING = List.of("(", "like", "as", "select");

    private static final Set<EventType> NO_MATTER = EnumSet.of(
            EventType.HEARTBEAT,
            EventType.HEARTBEAT_V2,
            EventType.IGNORABLE,
            EventType.ROWS_QUERY,
            EventType.ANNOTATE_ROWS,
            EventType.GTID,
            EventType.GTID_TAGGED,
            EventType.ANONYMOUS_GTID,
            EventType.PREVIOUS_GTIDS,
            EventType.MARIADB_GTID,
            EventType.MARIADB_GTID_LIST,
            EventType.BINLOG_CHECKPOINT,
            EventType.STOP,
            EventType.INTVAR,
            EventType.RAND,
            EventType.USER_VAR,
            EventType.TRANSACTION_CONTEXT,
            EventType.VIEW_CHANGE);

    /** Who is told up to where nothing is told. */
    private static final Listener NOBODY = new Listener() {
        @Override
        public void changed(MovedTable table, @Nullable MovedRow before, @Nullable MovedRow after) {}

        @Override
        public void marked(String text) {}

        @Override
        public void defined(String what) {}
    };

    private static final List<String> REMAKING = List.of("drop", "create");

    private final String marksTable;
    private final LogAccess access;
    /** By what they are called where the log is read. */
    private final Map<String, LoggedTable> tables = new HashMap<>();
    /** What they were called when the log was begun. */
    private final Set<String> originals = new HashSet<>();

    private final Map<Long, TableMapEventData> mapped = new HashMap<>();
    /** Those that are prepared, and those of them that ended behind where reading has to begin again. */
    private final List<Branch> branches = new ArrayList<>();

    private final HeldChanges.Memory memory;
    private HeldChanges transaction;
    /** What is told before more is read; null while there is none. */
    private @Nullable Telling telling;

    private String schema = "";
    private String server = "";
    /** As in {@link BinlogBookmark}. */
    private @Nullable BinlogPosition settled;

    private @Nullable BinlogPosition quiet;
    private @Nullable BinlogReader reader;
    private @Nullable Connection marks;

    /** Behind the last transaction that was read. */
    private BinlogPosition behind = new BinlogPosition("", 0);
    /** How many transactions were read. */
    private long order;
    /** Where reading has to begin again, by what is done. */
    private volatile @Nullable BinlogPosition done;

    private boolean toldSinceDone;
    private @Nullable BinlogPosition kept;
    private long keptAt;
    /**
     * A transaction that is told.
     *
     * @param branch null for one that was not prepared
     * @param end where the log goes on behind it
     */
    private record Telling(HeldChanges changes, @Nullable Branch branch, long end) {}

    /** A transaction that was prepared. */
    private static final class Branch {
        final String id;
        final BinlogPosition begin;
        final long beginOrder;
        final HeldChanges changes;
        /** -1 while it is neither committed nor taken back. */
        long endOrder = -1;

        Branch(String id, BinlogPosition begin, long beginOrder, HeldChanges changes) {
            this.id = id;
            this.begin = begin;
            this.beginOrder = beginOrder;
            this.changes = changes;
        }
    }

    /** @param job of lower-case letters, digits and underscores */
    Binlog(String job, LogAccess access) {
        this(job, access, new HeldChanges.Memory());
    }

    Binlog(String job, LogAccess access, HeldChanges.Memory memory) {
        this.marksTable = MARKS + job;
        this.access = access;
        this.memory = memory;
        this.transaction = new HeldChanges(memory);
    }

    @Override
    public void begin(Collection<MovedTable> all, int patienceSeconds, Map<String, String> servers)
            throws SQLException {
        try (Connection connection = access.open(new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS " + BinlogDatabase.quoted(marksTable)
                            + " (id INT NOT NULL PRIMARY KEY, content VARCHAR(200) CHARACTER SET utf8mb4 NOT NULL) ENGINE = InnoDB");
            String its = BinlogDatabase.server(connection);
            String server = BinlogDatabase.serverAt(access.url(), its);
            BinlogBookmark begun = BinlogBookmark.of(servers.get(server));
            if (begun == null) {
                begun = settled(connection, its);
                servers.put(server, begun.text());
            }
            mark(connection, "begin " + System.nanoTime());
            Map<String, String> names = new LinkedHashMap<>();
            all.forEach(table -> names.put(table.name(), table.name()));
            access.keep(new BinlogBookmark(its, begun.position(), begun.settled(), null, names).text());
        }
    }

    /** The log is one for all databases of a server, and what has ended behind a place in it is so for each of them. */
    private static BinlogBookmark settled(Connection connection, String server) throws SQLException {
        BinlogPosition now = end(connection);
        BinlogPosition settled = XaSettling.settle(connection, XaSettling.PATIENCE) ? end(connection) : null;
        return new BinlogBookmark(server, now, settled, null, Map.of());
    }

    /** The server keeps its log as long as it is told to, whoever reads it. */
    @Override
    public long retainedBytes() {
        return 0;
    }

    @Override
    public boolean isKept() throws SQLException {
        BinlogBookmark bookmark = BinlogBookmark.of(access.kept());
        if (bookmark == null) {
            return false;
        }
        try (Connection connection = access.open(new Properties())) {
            return obstacle(connection, bookmark) == null;
        }
    }

    @Override
    public void skip() throws SQLException {
        BinlogBookmark bookmark = BinlogBookmark.of(access.kept());
        if (bookmark == null) {
            throw new SQLException("The log was not begun");
        }
        try (Connection connection = access.open(new Properties())) {
            // it is read from where it was begun all the same, to know what was prepared and is committed behind
            access.keep(new BinlogBookmark(
                            bookmark.server(),
                            bookmark.position(),
                            bookmark.settled(),
                            end(connection),
                            bookmark.names())
                    .text());
        }
    }

    private static BinlogPosition end(Connection connection) throws SQLException {
        BinlogPosition now = BinlogPosition.now(connection);
        if (now == null) {
            throw new SQLException("The server writes no binary log");
        }
        return now;
    }

    private static @Nullable String obstacle(Connection connection, BinlogBookmark bookmark) throws SQLException {
        if (!bookmark.server().equals(BinlogDatabase.server(connection))) {
            return "the server is another one than that whose log was begun";
        }
        if (bookmark.position().bytesBehind(connection) < 0) {
            return "the server has purged its log " + bookmark.position().file()
                    + ", which was not read to its end; cancel the job, let the server keep its log for longer, and begin"
                    + " again";
        }
        return null;
    }

    @Override
    public void open() throws SQLException {
        BinlogBookmark bookmark = BinlogBookmark.of(access.kept());
        if (bookmark == null) {
            throw new SQLException("The log was not begun");
        }
        try (Connection connection = access.open(new Properties())) {
            String obstacle = obstacle(connection, bookmark);
            if (obstacle != null) {
                throw new SQLException("The log cannot be read on: " + obstacle);
            }
            schema = connection.getCatalog();
            server = bookmark.server();
            settled = bookmark.settled();
            quiet = bookmark.quiet();
            for (Map.Entry<String, String> each : bookmark.names().entrySet()) {
                // it may have been called back meanwhile, which is told later
                LoggedTable table = LoggedTable.read(connection, each.getKey(), each.getValue());
                if (table == null) {
                    table = LoggedTable.read(connection, each.getKey(), each.getKey());
                }
                if (table == null) {
                    throw new SQLException("There is no table " + each.getValue() + " any more");
                }
                tables.put(lower(each.getValue()), table);
                originals.add(lower(each.getKey()));
            }
        }
        behind = bookmark.position();
        done = behind;
        kept = behind;
        keptAt = System.nanoTime();
        BinlogAddress address = BinlogAddress.of(access.url());
        String user = access.user();
        String password = access.password();
        BinaryLogClient client = new BinaryLogClient(
                address.host(), address.port(), user == null ? "" : user, password == null ? "" : password);
        client.setSSLMode(address.tls());
        client.setServerId(ThreadLocalRandom.current().nextLong(LOWEST_ID, HIGHEST_ID));
        client.setKeepAlive(false);
        client.setHeartbeatInterval(HEARTBEAT_MILLIS);
        client.setNetWriteTimeout(WRITE_SECONDS);
        client.setBinlogFilename(behind.file());
        client.setBinlogPosition(behind.offset());
        client.setEventDeserializer(LoggedRows.deserializer());
        reader = new BinlogReader(client, SILENCE_NANOS);
        reader.start();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean next(Listener listener, long waitMillis) throws SQLException {
        Telling begun = telling;
        if (begun != null) {
            tellOn(begun, listener);
            return true;
        }
        BinlogReader open = Objects.requireNonNull(reader, "the log is not open");
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        // what is of no matter is passed over, but not for so long that what was told waits for it
        long patience = end + TimeUnit.MILLISECONDS.toNanos(20);
        boolean told = false;
        while (!told && System.nanoTime() - patience < 0) {
            Event event = open.next(Math.max(0, end - System.nanoTime()));
            if (event == null) {
                break;
            }
            try {
                told = read(event, listener);
            } catch (IOException e) {
                throw new SQLException("The log cannot be read: " + e.getMessage(), e);
            }
        }
        return told;
    }

    /** @return whether a transaction was told, or a part of it */
    boolean read(Event event, Listener listening) throws SQLException, IOException {
        EventHeaderV4 header = event.getHeader();
        EventType type = header.getEventType();
        Listener listener = behind.upTo(header.getNextPosition()).isUpTo(quiet) ? NOBODY : listening;
        switch (type) {
            case ROTATE -> {
                RotateEventData rotation = event.getData();
                String file = rotation.getBinlogFilename();
                if (!file.equals(behind.file())) {
                    forget();
                }
                if (transaction.isEmpty()) {
                    behind = new BinlogPosition(file, rotation.getBinlogPosition());
                }
            }
            // a file begins: ids of tables are given anew, and of a transaction that has not ended in the file before,
            // as a server that was killed leaves it, nothing counts
            case FORMAT_DESCRIPTION -> {
                mapped.clear();
                forget();
            }
            case TABLE_MAP -> {
                TableMapEventData map = event.getData();
                mapped.put(map.getTableId(), map);
            }
            case WRITE_ROWS, EXT_WRITE_ROWS, UPDATE_ROWS, EXT_UPDATE_ROWS, DELETE_ROWS, EXT_DELETE_ROWS ->
                rows(event.getData(), listener);
            case XID -> {
                return committed(header, listener);
            }
            case XA_PREPARE -> {
                return prepared(header, event.getData(), listener);
            }
            case QUERY -> {
                return stated(header, event.getData(), listener);
            }
            default -> {
                if (!NO_MATTER.contains(type)) {
                    throw new SQLException(
                            "The log has an event " + type + ", in which rows are told in a form that is not read");
                }
            }
        }
        return false;
    }

    private void rows(EventData data, Listener listener) throws SQLException, IOException {
        if (data instanceof WriteRowsEventData rows) {
            for (Serializable[] row : rows.getRows()) {
                changed(rows.getTableId(), null, null, row, rows.getIncludedColumns(), listener);
            }
        } else if (data instanceof UpdateRowsEventData rows) {
            BitSet before = rows.getIncludedColumnsBeforeUpdate();
            BitSet after = rows.getIncludedColumns();
            for (Map.Entry<Serializable[], Serializable[]> row : rows.getRows()) {
                changed(rows.getTableId(), row.getKey(), before, row.getValue(), after, listener);
            }
        } else if (data instanceof DeleteRowsEventData rows) {
            for (Serializable[] row : rows.getRows()) {
                changed(rows.getTableId(), row, rows.getIncludedColumns(), null, null, listener);
            }
        } else {
            throw new SQLException("The log tells of rows in a form that is not read");
        }
    }

    private void changed(
            long id,
            Serializable @Nullable [] before,
            @Nullable BitSet hadBefore,
            Serializable @Nullable [] after,
            @Nullable BitSet hasAfter,
            Listener listener)
            throws SQLException, IOException {
        TableMapEventData map = mapped.get(id);
        if (map == null) {
            throw new SQLException("The log tells of a table " + id + " that it has not described");
        }
        if (!map.getDatabase().equalsIgnoreCase(schema)) {
            return;
        }
        if (map.getTable().equalsIgnoreCase(marksTable)) {
            if (after != null && after[1] instanceof byte[] mark) {
                transaction.addMark(new String(mark, StandardCharsets.UTF_8));
            }
            return;
        }
        LoggedTable table = tables.get(lower(map.getTable()));
        if (table == null) {
            return;
        }
        // behind those that are shown servers have columns for indexes of expressions
        if (map.getColumnTypes().length < table.width()) {
            listener.defined("table " + map.getTable() + " has other columns");
            return;
        }
        transaction.add(table, table.row(before, hadBefore), table.row(after, hasAfter));
    }

    /** What was read since the last end of a transaction does not count. */
    private void forget() {
        transaction.close();
        transaction = new HeldChanges(memory);
    }

    private HeldChanges ended() throws SQLException {
        HeldChanges changes = transaction;
        changes.complete();
        transaction = new HeldChanges(memory);
        return changes;
    }

    private boolean committed(EventHeaderV4 header, Listener listener) throws SQLException {
        return tell(new Telling(ended(), null, header.getNextPosition()), listener);
    }

    private boolean tell(Telling told, Listener listener) throws SQLException {
        if (told.changes().isEmpty() || listener == NOBODY) {
            told(told);
            return false;
        }
        telling = told;
        tellOn(told, listener);
        return true;
    }

    /** The place behind it is known to be read when all of it is told: what is done meanwhile ends before it. */
    private void tellOn(Telling part, Listener listener) throws SQLException {
        toldSinceDone = true;
        if (part.changes().tell(listener)) {
            telling = null;
            told(part);
        }
    }

    private void told(Telling whole) {
        whole.changes().close();
        passed(whole.end());
        Branch branch = whole.branch();
        if (branch != null) {
            branch.endOrder = order;
        }
    }

    /** A transaction ended there. Behind 4 GB places are not told any more, and it stays where it was. */
    private void passed(long next) {
        order++;
        behind = behind.upTo(next);
    }

    private boolean prepared(EventHeaderV4 header, XAPrepareEventData data, Listener listener) throws SQLException {
        if (data.isOnePhase()) {
            return committed(header, listener);
        }
        byte[] id = data.getData();
        String global = HexFormat.of().formatHex(id, 0, data.getGtridLength());
        String branch = HexFormat.of().formatHex(id, data.getGtridLength(), id.length);
        branches.add(new Branch("x'" + global + "',x'" + branch + "'," + data.getFormatID(), behind, order, ended()));
        passed(header.getNextPosition());
        return false;
    }

    private boolean stated(EventHeaderV4 header, QueryEventData data, Listener listener) throws SQLException {
        String sql = data.getSql();
        if (sql.equals("BEGIN")) {
            return false;
        }
        if (sql.equals("COMMIT")) {
            return committed(header, listener);
        }
        if (sql.equals("ROLLBACK")) {
            forget();
            passed(header.getNextPosition());
            return false;
        }
        List<LoggedWords.Word> words = LoggedWords.of(sql);
        if (words.isEmpty() || words.get(0).is("savepoint")) {
            return false;
        }
        if (words.get(0).is("rollback")) {
            if (!transaction.isEmpty()) {
                throw new SQLException("The log tells of a transaction that was taken back in part");
            }
            return false;
        }
        if (words.get(0).is("xa") && words.size() > 1) {
            return branch(header, sql, words.get(1).text(), listener);
        }
        passed(header.getNextPosition());
        defined(data.getDatabase(), sql, words, listener);
        return false;
    }

    /** What becomes of a prepared transaction. */
    private boolean branch(EventHeaderV4 header, String sql, String what, Listener listener) throws SQLException {
        if (!what.equals("commit") && !what.equals("rollback")) {
            return false;
        }
        String id = branchId(sql);
        for (Branch each : branches) {
            if (each.id.equals(id) && each.endOrder < 0) {
                Telling whole = new Telling(each.changes, each, header.getNextPosition());
                if (what.equals("commit")) {
                    return tell(whole, listener);
                }
                told(whole);
                return false;
            }
        }
        passed(header.getNextPosition());
        if (what.equals("commit") && !behind.isUpTo(settled) && !behind.isUpTo(quiet)) {
            throw new SQLException("A transaction that was prepared before the log was begun was committed (" + sql
                    + "), and " + XaSettling.RIGHT + "; cancel the job, and begin again when no transaction is"
                    + " prepared");
        }
        return false;
    }

    /** Of {@code XA COMMIT X'67',X'62',1}, as servers write it. */
    private static String branchId(String sql) {
        int begin = sql.indexOf("X'");
        return XaSettling.id(begin < 0 ? "" : sql.substring(begin));
    }

    private void defined(String database, String sql, List<LoggedWords.Word> words, Listener listener)
            throws SQLException {
        boolean here = database.equalsIgnoreCase(schema);
        List<LoggedRename> renames = here ? LoggedRename.of(words) : List.of();
        if (!renames.isEmpty()) {
            if (!isFollowed(renames)) {
                listener.defined(sql);
            }
            return;
        }
        boolean ofDatabase = words.size() > 1
                && REMAKING.contains(words.get(0).text())
                && (words.get(1).is("database") || words.get(1).is("schema"));
        boolean named = false;
        if (words.get(0).is("create")) {
            words = made(words);
        }
        for (int i = 0; i < words.size(); i++) {
            boolean qualified = i > 1 && words.get(i - 1).is(".");
            boolean its = qualified ? words.get(i - 2).text().equals(lower(schema)) : here;
            named |= its && isName(words.get(i).text());
            named |= ofDatabase && words.get(i).text().equals(lower(schema));
        }
        if (named && !HARMLESS.contains(words.get(0).text())) {
            listener.defined(sql);
        }
    }

    /** Of a CREATE what it makes or changes, and not what it only reads or copies. */
    private static List<LoggedWords.Word> made(List<LoggedWords.Word> words) {
        for (int i = 1; i < words.size(); i++) {
            LoggedWords.Word word = words.get(i);
            if (word.quoted()) {
                continue;
            }
            if (READING.contains(word.text())) {
                return words.subList(0, i);
            }
            if (word.text().equals("trigger") || word.text().equals("index")) {
                return words;
            }
            if (word.text().equals("table")) {
                // a foreign key changes what may be done with the table that it refers to
                boolean refers = words.stream().anyMatch(each -> each.is("references"));
                int open = i;
                while (open < words.size() && !ENDING.contains(words.get(open).text())) {
                    open++;
                }
                return refers ? words : words.subList(0, open);
            }
        }
        return words;
    }

    /** Whether a table of the job is called so, or was when the log was begun. */
    private boolean isName(String word) {
        return tables.containsKey(word) || originals.contains(word);
    }

    /**
     * Follows the tables, name by name as the server does it.
     *
     * @return false where one of them gets a name that the job does not give, or another table gets one of theirs
     */
    private boolean isFollowed(List<LoggedRename> renames) {
        Map<String, LoggedTable> called = new HashMap<>(tables);
        for (LoggedRename each : renames) {
            LoggedTable table = called.remove(each.from());
            if (table == null) {
                if (isName(each.to())) {
                    return false;
                }
                continue;
            }
            String name = table.table().name();
            if (!each.to().equals(lower(name)) && !each.to().equals(lower(MovedTable.left(name)))) {
                return false;
            }
            called.put(each.to(), table);
        }
        tables.clear();
        tables.putAll(called);
        return true;
    }

    @Override
    public void done() throws SQLException {
        long pause = toldSinceDone ? KEEP_NANOS : IDLE_KEEP_NANOS;
        toldSinceDone = false;
        allDone(pause);
    }

    /**
     * All that was read is done.
     *
     * @param pauseNanos for how long it need not be kept: what is told twice is written twice, with the same end
     */
    private void allDone(long pauseNanos) throws SQLException {
        BinlogPosition first = behind;
        long firstOrder = order;
        boolean stays = false;
        // where the end of a transaction is read again, its begin must be, too
        while (!stays) {
            stays = true;
            for (Branch each : branches) {
                if ((each.endOrder < 0 || each.endOrder > firstOrder) && each.beginOrder < firstOrder) {
                    first = each.begin;
                    firstOrder = each.beginOrder;
                    stays = false;
                }
            }
        }
        long from = firstOrder;
        branches.removeIf(each -> each.endOrder >= 0 && each.endOrder <= from);
        done = first;
        if (System.nanoTime() - keptAt >= pauseNanos) {
            keepDone();
        }
    }

    private void keepDone() throws SQLException {
        BinlogPosition up = done;
        if (up != null && !up.equals(kept)) {
            Map<String, String> names = new LinkedHashMap<>();
            tables.forEach((called, table) -> names.put(table.table().name(), called));
            access.keep(new BinlogBookmark(server, up, settled, quiet, names).text());
            kept = up;
        }
        keptAt = System.nanoTime();
    }

    @Override
    public synchronized void mark(String text) throws SQLException {
        Connection known = marks;
        if (known == null) {
            known = access.open(new Properties());
            marks = known;
            logRows(known);
        }
        mark(known, text);
    }

    /**
     * A server may be started anew with another form of its log: a mark that is logged as a statement is never told.
     */
    private static void logRows(Connection connection) throws SQLException {
        String format =
                Asking.rows(connection, "SELECT @@session.binlog_format").get(0)[0];
        if (!format.equalsIgnoreCase("ROW")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION binlog_format = 'ROW'");
            } catch (SQLException e) {
                throw new SQLException(
                        "binlog_format is " + format
                                + " now: SET GLOBAL binlog_format = 'ROW', and start the job again",
                        e);
            }
        }
    }

    private void mark(Connection connection, String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO "
                + BinlogDatabase.quoted(marksTable)
                + " (id, content) VALUES (1, ?) ON DUPLICATE KEY UPDATE content = VALUES(content)")) {
            statement.setString(1, text);
            statement.executeUpdate();
        }
    }

    @Override
    public long lagBytes() throws SQLException {
        BinlogPosition from = done;
        if (from == null) {
            BinlogBookmark bookmark = BinlogBookmark.of(access.kept());
            if (bookmark == null) {
                return 0;
            }
            from = bookmark.position();
        }
        try (Connection connection = access.open(new Properties())) {
            return Math.max(0, from.bytesBehind(connection));
        }
    }

    @Override
    public void drop() throws SQLException {
        close();
        if (access.kept() != null) {
            access.keep("");
        }
        try (Connection connection = access.open(new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + BinlogDatabase.quoted(marksTable));
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        BinlogReader open = reader;
        Connection beside = marks;
        reader = null;
        marks = null;
        tables.clear();
        originals.clear();
        mapped.clear();
        branches.forEach(each -> each.changes.close());
        branches.clear();
        Telling begun = telling;
        telling = null;
        if (begun != null) {
            begun.changes().close();
        }
        forget();
        try {
            if (open != null) {
                open.close();
            }
        } finally {
            if (beside != null) {
                beside.close();
            }
        }
    }
}
