package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.proxy.internal.authority.Users;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ClientMessage;
import org.shardingjdbc.proxy.internal.server.Conversation;
import org.shardingjdbc.proxy.internal.server.Farewell;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is spoken with one client: first it logs in, then each of its messages goes to what answers it. After an error
 * in the extended protocol all messages are passed over until the client asks where we are (Sync).
 */
final class PostgreSqlConversation implements Conversation {
    private static final Logger LOG = LoggerFactory.getLogger(PostgreSqlConversation.class);

    private final Client client;
    private final MessageWriter out;
    private final Login login;

    private volatile @Nullable DatabaseSession session;
    private volatile @Nullable RunningCopy copies;
    private @Nullable SimpleQuery simple;
    private @Nullable ExtendedQuery extended;
    private boolean skipping;
    private boolean midway;

    PostgreSqlConversation(Client client, Map<String, ServedDatabase> databases, Users users) {
        this.client = client;
        this.out = new MessageWriter(client.output());
        this.login = new Login(client, databases, users, out);
    }

    @Override
    public void opened() {
        // the client speaks first
    }

    @Override
    public void receive(ClientMessage message) throws ClientGone, ProtocolViolation {
        SimpleQuery texts = simple;
        ExtendedQuery pieces = extended;
        DatabaseSession open = session;
        RunningCopy begun = copies;
        if (texts == null || pieces == null || open == null || begun == null) {
            logIn(message);
        } else if (message.mark() == 'X') {
            client.hangUp();
        } else {
            answer(message, open, begun, texts, pieces);
        }
    }

    private void logIn(ClientMessage message) throws ClientGone, ProtocolViolation {
        login.receive(message);
        DatabaseSession opened = login.session();
        session = opened;
        TrackedSettings settings = login.settings();
        if (opened != null && settings != null) {
            PreparedTexts prepared = new PreparedTexts();
            SqlCursors cursors = new SqlCursors(opened);
            opened.ends(cursors);
            RunningCopy begun = new RunningCopy(opened, client.limits().messageBytes(), out);
            copies = begun;
            simple = new SimpleQuery(opened, settings, prepared, cursors, begun, out);
            extended = new ExtendedQuery(client, opened, settings, prepared, cursors, begun, out);
        }
    }

    private void answer(
            ClientMessage message, DatabaseSession open, RunningCopy begun, SimpleQuery texts, ExtendedQuery pieces)
            throws ClientGone, ProtocolViolation {
        if (isOfEndedCopy(message, begun)) {
            return;
        }
        MessageReader body = new MessageReader(message.body());
        // until it is ready, the client waits for the rest of an answer
        midway = true;
        boolean ready = message.mark() == 'Q' || message.mark() == 'S' || message.mark() == 'F';
        if (skipping && message.mark() != 'S') {
            return;
        }
        CopyIn copy = begun.now();
        if (copy != null) {
            ready = copy.isPartOfText();
        }
        try {
            if (copy == null) {
                execute(message, body, texts, pieces);
            } else {
                copy(message, body, copy, begun);
            }
        } catch (SQLException e) {
            failed(e, open, pieces, ready);
        } catch (ShardingException e) {
            failed(SqlErrors.from(e), open, pieces, ready);
        } catch (RuntimeException e) {
            LOG.error("A statement failed in the proxy", e);
            failed(new SQLException("Internal error of the proxy: " + e, "XX000", e), open, pieces, ready);
        }
        if (ready && begun.now() == null) {
            pieces.transactionMayHaveEnded();
            settle();
            out.readyForQuery(open.status());
            midway = false;
            out.flush();
        }
    }

    private void execute(ClientMessage message, MessageReader body, SimpleQuery texts, ExtendedQuery pieces)
            throws SQLException, ClientGone, ProtocolViolation {
        switch (message.mark()) {
            case 'Q' -> {
                String text = body.text();
                body.end();
                pieces.closeUnnamed();
                texts.run(text);
            }
            case 'S' -> {
                skipping = false;
                pieces.sync();
            }
            case 'P' -> pieces.parse(body);
            case 'B' -> pieces.bind(body);
            case 'D' -> pieces.describe(body);
            case 'E' -> pieces.execute(body);
            case 'C' -> pieces.close(body);
            case 'H' -> out.flush();
            case 'F' -> throw new SQLException("The proxy does not take function calls by message", "0A000");
            default -> throw new ProtocolViolation("invalid frontend message type " + message.mark());
        }
    }

    /** Whether it is left of a COPY that has failed, of which the client did not know when it sent it. */
    private static boolean isOfEndedCopy(ClientMessage message, RunningCopy begun) {
        return begun.now() == null && (message.mark() == 'd' || message.mark() == 'c' || message.mark() == 'f');
    }

    /** A message while the client sends rows. */
    private void copy(ClientMessage message, MessageReader body, CopyIn copy, RunningCopy begun)
            throws SQLException, ClientGone {
        switch (message.mark()) {
            case 'd' -> copy.take(message.body());
            case 'c' -> {
                long rows = copy.end();
                begun.end();
                copied(rows, copy);
            }
            case 'f' -> throw copy.givenUp(body.text());
            case 'H', 'S' -> {
                // who did not see that it is a COPY sends these, as behind any other statement
            }
            default ->
                throw MessageReader.wrong("unexpected message type 0x"
                        + Integer.toHexString(message.mark()).toUpperCase(Locale.ROOT) + " during COPY from stdin");
        }
    }

    private void copied(long rows, CopyIn copy) throws SQLException, ClientGone {
        SimpleQuery texts = simple;
        ExtendedQuery pieces = extended;
        if (copy.isPartOfText() && texts != null) {
            texts.goOnBehindCopy(rows);
        } else if (pieces != null) {
            pieces.copied(rows);
        }
    }

    private void settle() {
        TrackedSettings settings = login.settings();
        try {
            if (settings != null) {
                settings.settle();
            }
        } catch (SQLException e) {
            LOG.debug("The settings of a session are not known", e);
        }
    }

    private void failed(SQLException error, DatabaseSession open, ExtendedQuery pieces, boolean ready)
            throws ClientGone {
        RunningCopy begun = copies;
        if (begun != null) {
            begun.end();
        }
        open.fail();
        pieces.closePortals();
        out.error(error);
        out.paced();
        skipping = !ready;
    }

    @Override
    public boolean isIdle() {
        DatabaseSession open = session;
        return open == null || !midway && open.status() == 'I' && !open.isImplicit();
    }

    @Override
    public void cancel() {
        RunningCopy begun = copies;
        if (begun != null) {
            begun.cancel();
        }
        DatabaseSession open = session;
        if (open != null) {
            open.cancel();
        }
    }

    @Override
    public void farewell(Farewell farewell) throws ClientGone {
        switch (farewell.reason()) {
            case SHUTDOWN -> out.error("FATAL", "57P01", "terminating connection due to administrator command");
            case IDLE -> out.error("FATAL", "57P05", "terminating connection due to idle-session timeout");
            case IDLE_IN_TRANSACTION ->
                out.error("FATAL", "25P03", "terminating connection due to idle-in-transaction timeout");
            case VIOLATION -> out.error("FATAL", "08P01", farewell.message());
            case INTERNAL -> out.error("FATAL", "XX000", farewell.message());
        }
        out.flush();
    }

    @Override
    public void closed() {
        DatabaseSession open = session;
        if (open == null) {
            open = login.session();
        }
        session = null;
        RunningCopy begun = copies;
        if (begun != null) {
            begun.end();
        }
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.debug("The session of a client did not close well", e);
            }
        }
    }
}
