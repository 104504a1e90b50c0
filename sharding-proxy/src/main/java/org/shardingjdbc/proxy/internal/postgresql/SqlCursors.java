package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cursors that a session has by DECLARE: results that are read on by FETCH. They end with their transaction; one
 * that is held does not, and keeps what is left of its rows. Used by the thread that converses.
 */
final class SqlCursors implements SessionEnds {
    private static final Logger LOG = LoggerFactory.getLogger(SqlCursors.class);
    /** How much the rows may be, of all cursors together, that are kept behind their transactions. */
    private static final long MOST_HELD = 64 * 1024 * 1024;
    /** What a row, and each of its values, is counted besides its characters. */
    private static final int OVERHEAD = 40;
    /** How many may be open that belong to no transaction: each has connections that others wait for. */
    private static final int MOST_OUTSIDE = 4;
    /** Of how many it is known that they were closed early, so that who asks for one is told why. */
    private static final int MOST_LOST = 1000;

    private final DatabaseSession session;
    private final Map<String, Cursor> byName = new HashMap<>();
    /** Those that the open transaction has lost, though it goes on. */
    private final Set<String> lost = new HashSet<>();
    /** Which names the protocol has given away. */
    private Predicate<String> portals = none -> false;

    SqlCursors(DatabaseSession session) {
        this.session = session;
    }

    /** @param taken tells which names portals have */
    void portals(Predicate<String> taken) {
        portals = taken;
    }

    /** One of them. */
    private final class Cursor {
        private final PreparedText text;
        private final boolean owned;
        private final CursorCommand declaration;
        /** Whether it belongs to the open transaction. */
        private boolean ofTransaction;

        private @Nullable PreparedStatement statement;
        private @Nullable ResultSet rows;
        private SentColumn[] columns = new SentColumn[0];
        /** The rows that are left of one whose transaction has ended; else null. */
        private @Nullable Deque<String[]> held;
        /** Of what is held. */
        private long size;

        private Cursor(PreparedText text, boolean owned, CursorCommand declaration) {
            this.text = text;
            this.owned = owned;
            this.declaration = declaration;
        }

        private void open(ParameterValue[] values) throws SQLException {
            PreparedStatement taken = text.take();
            statement = taken;
            taken.setFetchSize(SimpleQuery.FETCH_SIZE);
            int[] sources = text.sources();
            for (int i = 0; i < sources.length; i++) {
                values[sources[i]].set(taken, i + 1);
            }
            session.running(taken);
            try {
                if (!taken.execute()) {
                    throw new SQLException("cannot open a cursor on a statement that returns no rows", "42601");
                }
            } finally {
                session.running(null);
            }
            ResultSet opened = taken.getResultSet();
            rows = opened;
            columns = SentColumn.of(opened.getMetaData());
        }

        private long fetch(long count, Formats formats, @Nullable MessageWriter out) throws SQLException, ClientGone {
            session.running(statement);
            try {
                return out == null ? pass(count) : send(count, formats, out);
            } finally {
                session.running(null);
            }
        }

        private long send(long count, Formats formats, MessageWriter out) throws SQLException, ClientGone {
            ResultSet open = rows;
            if (open != null && count > 0) {
                return new RowSender(open, columns, formats, out).send(count);
            }
            long sent = 0;
            Deque<String[]> left = held;
            while (left != null && sent < count && !left.isEmpty()) {
                RowSender.send(next(left), columns, formats, out);
                sent++;
                out.paced();
            }
            return sent;
        }

        private long pass(long count) throws SQLException {
            long passed = 0;
            ResultSet open = rows;
            Deque<String[]> left = held;
            while (passed < count && (open == null ? left != null && !left.isEmpty() : open.next())) {
                if (open == null && left != null) {
                    next(left);
                }
                passed++;
            }
            return passed;
        }

        private String[] next(Deque<String[]> left) {
            String[] row = left.remove();
            size -= sizeOf(row);
            return row;
        }

        /** Goes on by at most as many rows, all of which are read before one is sent. */
        private Deque<String[]> read(long count) throws SQLException {
            ResultSet open = rows;
            Deque<String[]> left = held == null ? new ArrayDeque<>() : held;
            Deque<String[]> read = new ArrayDeque<>();
            long most = MOST_HELD - heldSize();
            session.running(statement);
            try {
                while (read.size() < count && (open == null ? !left.isEmpty() : open.next())) {
                    String[] row = open == null ? next(left) : row(open);
                    most -= open == null ? 0 : sizeOf(row);
                    if (most < 0) {
                        throw new SQLException(
                                "the cursors of this session, the last of which is \"" + declaration.name()
                                        + "\", have more rows than are kept. Fetch them before the transaction ends, in"
                                        + " smaller numbers, or declare the cursor outside of a transaction",
                                "54000");
                    }
                    read.add(row);
                }
            } finally {
                session.running(null);
            }
            return read;
        }

        private String[] row(ResultSet open) throws SQLException {
            String[] row = new String[columns.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = open.getString(i + 1);
            }
            return row;
        }

        /** Reads what is left, as its transaction is about to end. It stays the transaction's until that is done. */
        private void hold() throws SQLException {
            if (rows != null) {
                Deque<String[]> left = read(CursorCommand.ALL);
                closeRows();
                held = left;
                left.forEach(each -> size += sizeOf(each));
            }
        }

        private void closeRows() throws SQLException {
            ResultSet open = rows;
            rows = null;
            PreparedStatement used = statement;
            statement = null;
            if (open != null) {
                open.close();
            }
            if (used != null) {
                text.giveBack(used);
            }
        }

        private void close() throws SQLException {
            held = null;
            size = 0;
            try {
                closeRows();
            } finally {
                if (owned) {
                    text.close();
                }
            }
        }
    }

    /**
     * Opens one.
     *
     * @param text its query
     * @param owned whether nobody else uses that
     * @param query the tree of it
     */
    void declare(
            CursorCommand command, PreparedText text, boolean owned, @Nullable Statement query, ParameterValue[] values)
            throws SQLException {
        RowQueries.requireCursor(query, command.held());
        if (!command.held() && !session.inTransaction() && !session.isImplicit()) {
            throw new SQLException("DECLARE CURSOR can only be used in transaction blocks", "25P01");
        }
        if (byName.containsKey(command.name()) || portals.test(command.name())) {
            throw new SQLException("cursor \"" + command.name() + "\" already exists", "42P03");
        }
        Cursor cursor = new Cursor(text, owned, command);
        cursor.ofTransaction = session.inTransaction() || session.isImplicit();
        if (!cursor.ofTransaction) {
            requireFewOutside();
        }
        try {
            cursor.open(values);
        } catch (SQLException | RuntimeException e) {
            close(cursor);
            throw e;
        }
        byName.put(command.name(), cursor);
        lost.remove(command.name());
    }

    private void requireFewOutside() throws SQLException {
        int open = 0;
        for (Cursor each : byName.values()) {
            open += each.ofTransaction || each.rows == null ? 0 : 1;
        }
        if (open >= MOST_OUTSIDE) {
            throw new SQLException(
                    "a session has at most " + MOST_OUTSIDE + " cursors WITH HOLD that were declared outside of a"
                            + " transaction, as each keeps connections. Close one, or declare them in a transaction",
                    "54000");
        }
    }

    private static long sizeOf(String[] row) {
        long size = OVERHEAD;
        for (String each : row) {
            size += OVERHEAD + (each == null ? 0 : each.length());
        }
        return size;
    }

    /** Of the rows of all. */
    private long heldSize() {
        long size = 0;
        for (Cursor each : byName.values()) {
            size += each.size;
        }
        return size;
    }

    /** The columns of its rows. */
    SentColumn[] columns(String name) throws SQLException {
        return find(name).columns;
    }

    /** In which form its rows are sent, where a client asks in one. */
    Formats formats(String name, Formats asked) throws SQLException {
        return find(name).declaration.binary() ? Formats.BINARY : asked;
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /**
     * Goes on.
     *
     * @param out where rows are sent; null where they are passed over
     * @return how many rows there were
     */
    long fetch(CursorCommand command, Formats asked, @Nullable MessageWriter out) throws SQLException, ClientGone {
        requireForward(command);
        return find(command.name()).fetch(command.count(), formats(command.name(), asked), out);
    }

    /**
     * Goes on by as many rows as a FETCH says, and keeps them for who sends them later.
     *
     * @throws SQLException also when they are too many
     */
    Deque<String[]> read(CursorCommand command) throws SQLException {
        requireForward(command);
        return find(command.name()).read(command.count());
    }

    private static void requireForward(CursorCommand command) throws SQLException {
        if (command.count() == 0) {
            throw SqlErrors.refuse(command.deed() + " 0", "a row that was read is not read again; keep it");
        }
    }

    private Cursor find(String name) throws SQLException {
        Cursor found = byName.get(name);
        if (found == null && portals.test(name)) {
            throw SqlErrors.refuse(
                    "FETCH, MOVE or CLOSE of portal " + name + ", which a message of the protocol has bound",
                    "use the messages Execute and Close for it, or DECLARE a cursor");
        }
        if (found == null && lost.contains(name)) {
            throw new SQLException(
                    "cursor \"" + name + "\" does not exist any more: all cursors of a transaction are closed by a"
                            + " statement that fails, and by ROLLBACK TO SAVEPOINT. Declare it again",
                    "34000");
        }
        if (found == null) {
            throw new SQLException("cursor \"" + name + "\" does not exist", "34000");
        }
        return found;
    }

    /** What CLOSE does. */
    void close(CursorCommand command) throws SQLException {
        if (command.name().isEmpty()) {
            closeAll();
        } else {
            close(command.name());
        }
    }

    /** @throws SQLException when there is none of that name */
    void close(String name) throws SQLException {
        Cursor closed = find(name);
        byName.remove(name);
        closed.close();
    }

    @Override
    public void closeAll() {
        for (Cursor each : new ArrayList<>(byName.values())) {
            close(each);
        }
        byName.clear();
        lost.clear();
    }

    private static void close(Cursor cursor) {
        try {
            cursor.close();
        } catch (SQLException e) {
            LOG.debug("A cursor did not close well", e);
        }
    }

    @Override
    public void beforeCommit() throws SQLException {
        for (Cursor each : new ArrayList<>(byName.values())) {
            if (each.ofTransaction && each.declaration.held()) {
                each.hold();
            }
        }
        close(each -> !each.declaration.held());
    }

    @Override
    public void committed() {
        byName.values().forEach(each -> each.ofTransaction = false);
        lost.clear();
    }

    @Override
    public void partRolledBack() {
        for (Cursor each : byName.values()) {
            if (each.ofTransaction && lost.size() < MOST_LOST) {
                lost.add(each.declaration.name());
            }
        }
        close(each -> true);
    }

    @Override
    public void rolledBack() {
        close(each -> true);
        lost.clear();
    }

    /** Of those that belong to the transaction. */
    private void close(Predicate<Cursor> which) {
        byName.values().removeIf(each -> {
            boolean closed = each.ofTransaction && which.test(each);
            if (closed) {
                close(each);
            }
            return closed;
        });
    }
}
