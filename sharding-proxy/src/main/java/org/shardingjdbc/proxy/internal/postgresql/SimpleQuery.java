package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/** Answers a text of any number of statements: one after the other, until one fails. */
final class SimpleQuery {
    /** How many rows are read of a data node at once, where a result may be large. */
    static final int FETCH_SIZE = 250;

    private final DatabaseSession session;
    private final TrackedSettings settings;
    private final PreparedTexts prepared;
    private final SqlCursors cursors;
    private final RunningCopy copies;
    private final MessageWriter out;

    /** The statements of the text that is answered, and which of them is the next one. */
    private List<ClientCommand> commands = List.of();

    private int next;

    SimpleQuery(
            DatabaseSession session,
            TrackedSettings settings,
            PreparedTexts prepared,
            SqlCursors cursors,
            RunningCopy copies,
            MessageWriter out) {
        this.cursors = cursors;
        this.copies = copies;
        this.prepared = prepared;
        this.session = session;
        this.settings = settings;
        this.out = out;
    }

    void run(String text) throws SQLException, ClientGone {
        List<TextPart> parts = parts(text);
        if (parts.isEmpty()) {
            out.empty('I');
            return;
        }
        // a text of which a part is wrong is not begun
        List<ClientCommand> read = new ArrayList<>(parts.size());
        for (TextPart part : parts) {
            ClientCommand command = session.command(part.sql());
            if (parts.size() > 1) {
                KnownCommands.require(command);
            }
            read.add(command);
        }
        commands = read;
        next = 0;
        goOn();
    }

    /** Executes what is left of the text, up to a statement for which the client sends rows. */
    private void goOn() throws SQLException, ClientGone {
        while (next < commands.size()) {
            ClientCommand command = commands.get(next++);
            session.begin(command);
            boolean several = commands.size() > 1 || session.onlyReads() || command.copy() != null;
            if (several && !isTransactionControl(command)) {
                session.beginImplicit();
            }
            execute(command);
            if (copies.now() != null) {
                return;
            }
        }
        session.endImplicit();
    }

    /** The client has sent its rows, and they are inserted: goes on behind it. */
    void goOnBehindCopy(long rows) throws SQLException, ClientGone {
        copied(rows);
        goOn();
    }

    private void copied(long rows) throws SQLException {
        if (next == commands.size()) {
            // the client is not told that it is done before it is
            session.endImplicit();
        }
        out.commandComplete("COPY " + rows);
    }

    private static boolean isTransactionControl(ClientCommand command) {
        return switch (command.kind()) {
            case BEGIN, COMMIT, ROLLBACK, DISCARD_ALL -> true;
            default -> false;
        };
    }

    private List<TextPart> parts(String text) throws SQLException {
        try {
            return session.parser().split(text).stream()
                    .filter(each -> !each.isEmpty())
                    .toList();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    private void execute(ClientCommand command) throws SQLException, ClientGone {
        if (!isOfSession(command)) {
            executeOther(command);
        }
    }

    /** Executes what is about the session and its transactions; false where it is something else. */
    private boolean isOfSession(ClientCommand command) throws SQLException {
        String done = session.control(command, out);
        if (done != null) {
            out.commandComplete(done);
            settings.transactionEnded(command);
            return true;
        }
        if (command.deallocation() != null) {
            prepared.deallocate(command.deallocation());
            out.commandComplete(command.tag().words());
            return true;
        }
        if (command.kind() == CommandKind.DISCARD_ALL) {
            session.discardAll();
            prepared.discardAll();
            settings.executed(command);
            out.commandComplete(command.tag().words());
            return true;
        }
        return false;
    }

    private void executeOther(ClientCommand command) throws SQLException, ClientGone {
        settings.requireSupported(command);
        Unsupported.refuse(command);
        if (session.reset(command)) {
            settings.executed(command);
            out.commandComplete(command.tag().words());
            return;
        }
        CursorCommand cursor = command.cursor();
        if (cursor != null) {
            out.commandComplete(command.tag().of(read(cursor, command)));
            return;
        }
        CopyCommand copy = command.copy();
        if (copy != null) {
            if (copy.from()) {
                copies.start(copy, true);
            } else {
                copied(CopyOut.run(session, copy, command.query(), out));
            }
            return;
        }
        send(command);
    }

    /** To the data nodes. */
    private void send(ClientCommand command) throws SQLException, ClientGone {
        try (Statement statement = session.connection().createStatement()) {
            if (command.tree() instanceof QueryStatement) {
                statement.setFetchSize(FETCH_SIZE);
            }
            session.running(statement);
            boolean rows = statement.execute(command.sql());
            Notices.send(statement.getWarnings(), command.tree() instanceof DdlStatement, out);
            long count = rows ? sendRows(statement) : Math.max(statement.getLargeUpdateCount(), 0);
            settings.executed(command);
            out.commandComplete(command.tag().of(count));
        } finally {
            session.running(null);
        }
    }

    /** What a cursor does; how many rows it has gone on by. */
    private long read(CursorCommand command, ClientCommand whole) throws SQLException, ClientGone {
        switch (command.deed()) {
            case DECLARE -> {
                PreparedText text = PreparedText.of(session, command.query());
                if (text.parameterCount() > 0) {
                    throw new SQLException("there is no parameter $1", "42P02");
                }
                cursors.declare(command, text, true, whole.query(), new ParameterValue[0]);
            }
            case CLOSE -> cursors.close(command);
            case MOVE -> {
                return cursors.fetch(command, Formats.TEXT, null);
            }
            case FETCH -> {
                Formats formats = cursors.formats(command.name(), Formats.TEXT);
                SentColumn.describe(cursors.columns(command.name()), formats, out);
                return cursors.fetch(command, formats, out);
            }
        }
        return 0;
    }

    private long sendRows(Statement statement) throws SQLException, ClientGone {
        try (ResultSet rows = statement.getResultSet()) {
            SentColumn[] columns = SentColumn.of(rows.getMetaData());
            SentColumn.describe(columns, Formats.TEXT, out);
            return new RowSender(rows, columns, Formats.TEXT, out).send(0);
        }
    }
}
