package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/** A statement with its values, of which rows are fetched in as many pieces as the client likes. */
final class Portal {
    private static final Set<String> ANSWERED_BY_ROWS = Set.of("EXPLAIN", "PREVIEW", "SHOW");

    private final DatabaseSession session;
    private final PreparedText text;
    private final ParameterValue[] values;
    private final Formats formats;

    private SentColumn @Nullable [] described;
    private @Nullable PreparedStatement statement;
    private @Nullable ResultSet rows;
    private @Nullable RowSender sender;
    private long sent;
    private boolean done;
    /** Whether the client was told how many rows there were. */
    private boolean counted;

    private @Nullable Deque<String[]> fetched;
    /** Whether the client knows of the columns. */
    private boolean told;

    Portal(DatabaseSession session, PreparedText text, ParameterValue[] values, Formats formats) {
        this.session = session;
        this.text = text;
        this.values = values;
        this.formats = formats;
        this.told = text.isToldNoRows();
    }

    /** Null for a text without a statement. */
    @Nullable
    ClientCommand command() {
        return text.command();
    }

    PreparedText text() {
        return text;
    }

    /** Those that the client has sent. */
    ParameterValue[] values() {
        return values;
    }

    Formats formats() {
        return formats;
    }

    /**
     * The columns of its rows, as far as they are known without executing it.
     *
     * @return null where it returns none, or {@link #isDescribedByItsRows}
     */
    SentColumn @Nullable [] columns() throws SQLException {
        SentColumn[] known = described;
        if (known == null) {
            known = text.columns();
            described = known;
            requireFormats(known);
            told = true;
        }
        return known;
    }

    /** Whether it is a query that was neither described nor executed yet. */
    boolean isNewQuery() {
        ClientCommand command = text.command();
        return described == null && !isStarted() && command != null && command.tree() instanceof QueryStatement;
    }

    /** Whether it may return rows of which nobody knows the columns before it was executed. */
    boolean isDescribedByItsRows(ClientCommand command) {
        return described == null
                && !isStarted()
                && command.kind() == CommandKind.OTHER
                && (command.tree() instanceof QueryStatement
                        || command.tree() instanceof ExplainStatement
                        || command.tree() instanceof UnparsedStatement
                        || command.tree() instanceof OtherStatement);
    }

    /**
     * Executes it so that its columns are known, where {@link #isDescribedByItsRows}; null where it returns no rows.
     */
    SentColumn @Nullable [] columnsOfRows(ClientCommand command, MessageWriter out) throws SQLException {
        told = false;
        start(command, out);
        told = true;
        return described;
    }

    boolean isStarted() {
        return statement != null || done;
    }

    private void requireFormats(SentColumn @Nullable [] columns) throws SQLException {
        if (columns != null) {
            formats.require(columns.length);
        }
    }

    boolean isDone() {
        return done;
    }

    /** @throws SQLException when what it does for the session was done */
    void runOnce() throws SQLException {
        if (counted) {
            throw new SQLException("portal cannot be run again", "55000");
        }
        counted = true;
    }

    /** What a FETCH has read of its cursor and is not sent yet; null before it is executed. */
    @Nullable
    Deque<String[]> fetched() {
        return fetched;
    }

    /** @param rows of a cursor */
    void fetched(Deque<String[]> rows) {
        fetched = rows;
    }

    /**
     * Executes it, or goes on where it stopped.
     *
     * @param most how many rows are sent; 0 for all
     * @return whether all is done; false when the client is to ask again
     */
    boolean run(ClientCommand command, long most, MessageWriter out) throws SQLException, ClientGone {
        if (!isStarted()) {
            if (told && described == null && returnsRows(command)) {
                throw undescribed();
            }
            start(command, out);
        }
        RowSender sending = sender;
        if (sending == null) {
            if (counted && described == null) {
                throw new SQLException("portal cannot be run again", "55000");
            }
            if (counted) {
                sent = 0;
            }
            counted = true;
            return true;
        }
        long now;
        session.running(statement);
        try {
            now = sending.send(most);
        } finally {
            session.running(null);
        }
        sent = now;
        if (most > 0 && now == most) {
            return false;
        }
        closeRows();
        counted = true;
        return true;
    }

    /** How many rows the last call has sent, or the statement has changed. */
    long count() {
        return sent;
    }

    private void start(ClientCommand command, MessageWriter out) throws SQLException {
        PreparedStatement taken = text.take();
        statement = taken;
        taken.setFetchSize(command.tree() instanceof QueryStatement ? SimpleQuery.FETCH_SIZE : 0);
        int[] sources = text.sources();
        for (int i = 0; i < sources.length; i++) {
            values[sources[i]].set(taken, i + 1);
        }
        session.running(taken);
        boolean returnsRows;
        try {
            returnsRows = taken.execute();
        } finally {
            session.running(null);
        }
        Notices.send(taken.getWarnings(), command.tree() instanceof DdlStatement, out);
        if (returnsRows) {
            ResultSet opened = taken.getResultSet();
            rows = opened;
            SentColumn[] columns = SentColumn.of(opened.getMetaData());
            if (text.hasChanged(columns) || described != null && !SentColumn.areAlike(described, columns)) {
                text.forgetColumns();
                throw new SQLException(ErrorFields.CHANGED_COLUMNS, "0A000");
            }
            requireFormats(columns);
            if (told && described == null) {
                throw undescribed();
            }
            described = columns;
            sender = new RowSender(opened, columns, formats, out);
        } else {
            sent = Math.max(taken.getLargeUpdateCount(), 0);
            closeRows();
        }
    }

    /** Whether it returns rows that nobody can describe before; a few others may return some, too. */
    private static boolean returnsRows(ClientCommand command) {
        return command.tree() instanceof ExplainStatement
                || command.tree() instanceof UnparsedStatement && ANSWERED_BY_ROWS.contains(command.firstWord());
    }

    static SQLException undescribed() {
        return SqlErrors.refuse("Describing this statement before it is executed", "execute it as a simple query");
    }

    private void closeRows() throws SQLException {
        done = true;
        ResultSet open = rows;
        rows = null;
        sender = null;
        PreparedStatement used = statement;
        if (open != null) {
            open.close();
        }
        if (used != null) {
            text.giveBack(used);
        }
    }

    void close() throws SQLException {
        if (!done) {
            closeRows();
        }
    }
}
