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
    private final MessageWriter out;

    SimpleQuery(DatabaseSession session, TrackedSettings settings, PreparedTexts prepared, MessageWriter out) {
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
        List<ClientCommand> commands = new ArrayList<>(parts.size());
        for (TextPart part : parts) {
            ClientCommand command = session.command(part.sql());
            if (parts.size() > 1) {
                KnownCommands.require(command);
            }
            commands.add(command);
        }
        for (ClientCommand command : commands) {
            session.begin(command);
            if ((commands.size() > 1 || session.onlyReads()) && !isTransactionControl(command)) {
                session.beginImplicit();
            }
            execute(command);
        }
        session.endImplicit();
    }

    private static boolean isTransactionControl(ClientCommand command) {
        return switch (command.kind()) {
            case BEGIN, COMMIT, ROLLBACK -> true;
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
        String done = session.control(command, out);
        if (done != null) {
            out.commandComplete(done);
            settings.transactionEnded(command);
            return;
        }
        if (command.deallocation() != null) {
            prepared.deallocate(command.deallocation());
            out.commandComplete(command.tag().words());
            return;
        }
        settings.requireSupported(command);
        Unsupported.refuse(command);
        try (Statement statement = session.connection().createStatement()) {
            if (command.tree() instanceof QueryStatement) {
                statement.setFetchSize(FETCH_SIZE);
            }
            session.running(statement);
            boolean rows = statement.execute(command.sql());
            Notices.send(statement.getWarnings(), command.tree() instanceof DdlStatement, out);
            long count = rows ? sendRows(statement) : Math.max(statement.getLargeUpdateCount(), 0);
            settings.executed(command);
            prepared.executed(command);
            out.commandComplete(command.tag().of(count));
        } finally {
            session.running(null);
        }
    }

    private long sendRows(Statement statement) throws SQLException, ClientGone {
        try (ResultSet rows = statement.getResultSet()) {
            SentColumn[] columns = SentColumn.of(rows.getMetaData());
            SentColumn.describe(columns, Formats.TEXT, out);
            return new RowSender(rows, columns, Formats.TEXT, out).send(0);
        }
    }
}
