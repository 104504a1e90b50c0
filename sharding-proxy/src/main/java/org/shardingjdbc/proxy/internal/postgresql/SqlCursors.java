package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cursors that a session has by DECLARE: results that are read on by FETCH. They end with their transaction; one
 * that is held does not, and keeps what is left of its rows. Used by the thread that converses.
 */
final class SqlCursors implements SessionEnds {
    private static final Logger LOG = LoggerFactory.getLogger(SqlCursors.class);
    /** How many characters the rows of a cursor may have that are kept behind its transaction. */
    private static final long MOST_HELD = 32 * 1024 * 1024;

    private final DatabaseSession session;
    private final Map<String, Cursor> byName = new HashMap<>();

    SqlCursors(DatabaseSession session) {
        this.session = session;
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
                RowSender.send(left.remove(), columns, formats, out);
                sent++;
                out.paced();
            }
            return sent;
        }

        private long pass(long count) throws SQLException {
            long passed = 0;
            ResultSet open = rows;
            Deque<String[]> left = held;
            while (passed < count && (open == null ? left != null && left.poll() != null : open.next())) {
                passed++;
            }
            return passed;
        }

        /** Reads what is left, as its transaction ends. */
        private void hold() throws SQLException {
            ofTransaction = false;
            ResultSet open = rows;
            if (open == null) {
                return;
            }
            Deque<String[]> left = new ArrayDeque<>();
            long size = 0;
            session.running(statement);
            try {
                while (open.next()) {
                    String[] row = new String[columns.length];
                    for (int i = 0; i < row.length; i++) {
                        String value = open.getString(i + 1);
                        row[i] = value;
                        size += value == null ? 1 : value.length() + 1;
                    }
                    if (size > MOST_HELD) {
                        throw new SQLException(
                                "cursor \"" + declaration.name() + "\" has more rows than are kept behind its"
                                        + " transaction. Fetch them before it ends, or declare the cursor outside of a"
                                        + " transaction",
                                "54000");
                    }
                    left.add(row);
                }
            } finally {
                session.running(null);
            }
            closeRows();
            held = left;
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
     * @param query whether it is one indeed
     */
    void declare(CursorCommand command, PreparedText text, boolean owned, boolean query, ParameterValue[] values)
            throws SQLException {
        if (!command.held() && !session.inTransaction() && !session.isImplicit()) {
            throw new SQLException("DECLARE CURSOR can only be used in transaction blocks", "25P01");
        }
        if (!query) {
            throw SqlErrors.refuse("A cursor over what is no query", "execute it, and read what it returns");
        }
        if (byName.containsKey(command.name())) {
            throw new SQLException("cursor \"" + command.name() + "\" already exists", "42P03");
        }
        Cursor cursor = new Cursor(text, owned, command);
        cursor.ofTransaction = session.inTransaction() || session.isImplicit();
        try {
            cursor.open(values);
        } catch (SQLException | RuntimeException e) {
            close(cursor);
            throw e;
        }
        byName.put(command.name(), cursor);
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
        if (command.count() == 0) {
            throw SqlErrors.refuse(command.deed() + " 0", "a row that was read is not read again; keep it");
        }
        return find(command.name()).fetch(command.count(), formats(command.name(), asked), out);
    }

    private Cursor find(String name) throws SQLException {
        Cursor found = byName.get(name);
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
            Cursor closed = find(command.name());
            byName.remove(command.name());
            closed.close();
        }
    }

    @Override
    public void closeAll() {
        for (Cursor each : new ArrayList<>(byName.values())) {
            close(each);
        }
        byName.clear();
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
        rolledBack();
    }

    @Override
    public void rolledBack() {
        byName.values().removeIf(each -> {
            if (each.ofTransaction) {
                close(each);
            }
            return each.ofTransaction;
        });
    }
}
