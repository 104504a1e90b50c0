package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ClientMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the messages of the extended protocol: a text is prepared (Parse), gets values (Bind) and is executed
 * (Execute); what is executed up to a Sync is one transaction.
 */
final class ExtendedQuery {
    private static final Logger LOG = LoggerFactory.getLogger(ExtendedQuery.class);

    private final Client client;
    private final DatabaseSession session;
    private final TrackedSettings settings;
    private final MessageWriter out;
    private final PreparedTexts statements;
    private final SqlCursors cursors;
    private final RunningCopy copies;
    private final Map<String, Portal> portals = new HashMap<>();

    ExtendedQuery(
            Client client,
            DatabaseSession session,
            TrackedSettings settings,
            PreparedTexts statements,
            SqlCursors cursors,
            RunningCopy copies,
            MessageWriter out) {
        this.cursors = cursors;
        this.copies = copies;
        cursors.portals(portals::containsKey);
        this.statements = statements;
        this.client = client;
        this.session = session;
        this.settings = settings;
        this.out = out;
    }

    // ---- Parse

    void parse(MessageReader message) throws SQLException, ClientGone {
        String name = message.text();
        String sql = message.text();
        int[] types = new int[message.count()];
        for (int i = 0; i < types.length; i++) {
            types[i] = message.int32();
        }
        message.end();
        statements.requireFree(name);
        statements.forget(name);
        PreparedText prepared = prepare(sql, types);
        statements.put(name, prepared);
        out.empty('1');
        out.paced();
    }

    private PreparedText prepare(String sql, int[] types) throws SQLException {
        NumberedPlaceholders text =
                NumberedPlaceholders.of(sql, session.parser().dialect());
        int found = 0;
        for (TextPart each : session.parser().split(sql)) {
            found += each.isEmpty() ? 0 : 1;
        }
        if (found > 1) {
            throw new SQLException("cannot insert multiple commands into a prepared statement", "42601");
        }
        if (found == 0) {
            return new PreparedText(session, text, null, types);
        }
        ClientCommand command = session.preparedCommand(text.sql());
        session.requireAllowed(command);
        CursorCommand cursor = command.cursor() == null
                ? null
                : CursorCommand.of(sql, session.parser().dialect());
        if (cursor != null && cursor.deed() == CursorCommand.Deed.DECLARE) {
            // its values are those of its query
            return new PreparedText(
                    session,
                    NumberedPlaceholders.of(cursor.query(), session.parser().dialect()),
                    command,
                    types);
        }
        return new PreparedText(session, text, command, types);
    }

    // ---- Bind

    void bind(MessageReader message) throws SQLException, ClientGone {
        String portal = message.text();
        String name = message.text();
        PreparedText text = statements.get(name);
        Formats given = Formats.read(message);
        byte[][] bytes = new byte[message.count()][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = message.value();
        }
        Formats wanted = Formats.read(message);
        message.end();
        requireCounts(name, text, given, bytes.length);
        ClientCommand command = text.command();
        if (command != null) {
            session.requireAllowed(command);
        }
        if (!portal.equals(PreparedTexts.UNNAMED) && portals.containsKey(portal) || cursors.has(portal)) {
            throw new SQLException("cursor \"" + portal + "\" already exists", "42P03");
        }
        close(portals.remove(portal));
        portals.put(portal, new Portal(session, text, values(text, bytes, given), wanted));
        out.empty('2');
        out.paced();
    }

    private static void requireCounts(String name, PreparedText text, Formats given, int values) throws SQLException {
        if (given.count() > 1 && given.count() != values) {
            throw new SQLException(
                    "bind message has " + given.count() + " parameter formats but " + values + " parameters", "08P01");
        }
        if (values != text.parameterCount()) {
            throw new SQLException(
                    "bind message supplies " + values + " parameters, but prepared statement \"" + name + "\" requires "
                            + text.parameterCount(),
                    "08P01");
        }
    }

    private static ParameterValue[] values(PreparedText text, byte[][] bytes, Formats given) throws SQLException {
        ParameterValue[] values = new ParameterValue[bytes.length];
        int[] types = bytes.length == 0 ? new int[0] : text.types();
        for (int i = 0; i < bytes.length; i++) {
            values[i] = ParameterValue.of(bytes[i], types[i], text.isDeclared(i), given.isBinary(i));
        }
        return values;
    }

    private Portal portal(String name) throws SQLException {
        Portal found = portals.get(name);
        if (found == null && cursors.has(name)) {
            throw SqlErrors.refuse("Execute of cursor " + name + ", which DECLARE has opened", "FETCH from it");
        }
        if (found == null) {
            throw new SQLException("portal \"" + name + "\" does not exist", "34000");
        }
        return found;
    }

    // ---- Describe

    void describe(MessageReader message) throws SQLException, ClientGone {
        byte kind = message.int8();
        String name = message.text();
        message.end();
        if (kind == 'S') {
            describeStatement(name);
        } else if (kind != 'P') {
            throw MessageReader.wrong("invalid DESCRIBE message subtype " + kind);
        } else if (cursors.has(name)) {
            describeCursor(name, Formats.TEXT);
        } else {
            describePortal(name, portal(name));
        }
        out.paced();
    }

    private void describeStatement(String name) throws SQLException {
        PreparedText text = statements.get(name);
        ClientCommand command = text.command();
        if (command != null) {
            session.requireAllowed(command);
            Unsupported.refuse(command);
        }
        int[] types = text.types();
        out.begin('t').int16(types.length);
        for (int each : types) {
            out.int32(each <= 0 && each >= TypeId.UNTOLD ? TypeId.TEXT : each);
        }
        out.end();
        CursorCommand fetch = fetch(command);
        SentColumn[] columns = fetch == null ? text.columns() : cursors.columns(fetch.name());
        text.toldNoRows(columns == null);
        describe(columns, Formats.TEXT);
    }

    private void describePortal(String name, Portal portal) throws SQLException {
        ClientCommand command = portal.command();
        if (command != null) {
            session.requireAllowed(command);
            settings.requireSupported(command);
            Unsupported.refuse(command);
        }
        CursorCommand fetch = fetch(command);
        if (fetch != null) {
            describeCursor(fetch.name(), portal.formats());
            return;
        }
        // what was said of a query before may hold no longer
        SentColumn[] columns = portal.isNewQuery() && isExecutedNext(name) ? null : portal.columns();
        if (command != null
                && portal.isDescribedByItsRows(command)
                && (onlyExplains(command) || isExecutedNext(name))) {
            session.begin(command);
            beginImplicitUnlessAlone(client.next(1));
            columns = portal.columnsOfRows(command, out);
        }
        describe(columns, portal.formats());
    }

    /** The FETCH that a statement is, of a cursor that is there; null for another statement. */
    private @Nullable CursorCommand fetch(@Nullable ClientCommand command) {
        CursorCommand cursor = command == null ? null : command.cursor();
        return cursor == null || cursor.deed() != CursorCommand.Deed.FETCH || !cursors.has(cursor.name())
                ? null
                : cursor;
    }

    private void describeCursor(String name, Formats formats) throws SQLException {
        describe(cursors.columns(name), cursors.formats(name, formats));
    }

    /** Whether it does nothing that anybody sees. */
    private static boolean onlyExplains(ClientCommand command) {
        return command.tree() instanceof ExplainStatement explain && !explain.analyze();
    }

    /** Whether the client executes the portal by the next message; then it may be executed before, and else not. */
    private boolean isExecutedNext(String portal) throws SQLException {
        ClientMessage next = client.next();
        return next != null
                && next.mark() == 'E'
                && new MessageReader(next.body()).text().equals(portal);
    }

    private void describe(SentColumn @Nullable [] columns, Formats formats) {
        if (columns == null) {
            out.empty('n');
        } else {
            SentColumn.describe(columns, formats, out);
        }
    }

    // ---- Execute

    void execute(MessageReader message) throws SQLException, ClientGone {
        Portal portal = portal(message.text());
        int most = message.int32();
        message.end();
        ClientCommand command = portal.command();
        if (command == null) {
            out.empty('I');
            return;
        }
        if (portal.isStarted()) {
            session.requireAllowed(command);
        } else {
            session.begin(command);
        }
        if (isEndOfTransaction(command)) {
            closePortals();
        }
        if (!isOfSession(command)) {
            execute(command, portal, Math.max(most, 0));
        }
        out.paced();
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
            statements.deallocate(command.deallocation());
            out.commandComplete(command.tag().words());
            return true;
        }
        if (command.kind() == CommandKind.DISCARD_ALL) {
            session.discardAll();
            closePortals();
            statements.discardAll();
            settings.executed(command);
            out.commandComplete(command.tag().words());
            return true;
        }
        return false;
    }

    /** @param most how many rows are sent; 0 for all */
    private void execute(ClientCommand command, Portal portal, long most) throws SQLException, ClientGone {
        settings.requireSupported(command);
        Unsupported.refuse(command);
        if (session.reset(command)) {
            settings.executed(command);
            out.commandComplete(command.tag().words());
            return;
        }
        CursorCommand cursor = command.cursor();
        if (cursor != null) {
            read(cursor, command, portal, most);
            return;
        }
        CopyCommand copy = command.copy();
        if (copy != null) {
            copy(copy, command, portal);
            return;
        }
        beginImplicitUnlessAlone(client.next());
        if (portal.run(command, most, out)) {
            settings.executed(command);
            out.commandComplete(command.tag().of(portal.count()));
        } else {
            out.empty('s');
        }
    }

    private void read(CursorCommand cursor, ClientCommand command, Portal portal, long most)
            throws SQLException, ClientGone {
        long rows = 0;
        if (cursor.deed() != CursorCommand.Deed.FETCH) {
            portal.runOnce();
        } else if (portal.fetched() != null || most > 0 && most < cursor.count()) {
            fetchInPieces(cursor, command, portal, most);
            return;
        }
        switch (cursor.deed()) {
            case DECLARE -> {
                // one that is held outside of a transaction reads on without one
                if (!cursor.held() || session.onlyReads()) {
                    beginImplicitUnlessAlone(client.next());
                }
                cursors.declare(cursor, portal.text(), false, command.query(), portal.values());
            }
            case CLOSE -> cursors.close(cursor);
            case MOVE -> rows = cursors.fetch(cursor, Formats.TEXT, null);
            case FETCH -> {
                portal.formats().require(cursors.columns(cursor.name()).length);
                rows = cursors.fetch(cursor, portal.formats(), out);
                portal.fetched(new ArrayDeque<>());
            }
        }
        out.commandComplete(command.tag().of(rows));
    }

    /** The cursor goes on by all that the FETCH says, though the client takes fewer rows at once. */
    private void fetchInPieces(CursorCommand cursor, ClientCommand command, Portal portal, long most)
            throws SQLException, ClientGone {
        Deque<String[]> rows = portal.fetched();
        SentColumn[] columns = cursors.columns(cursor.name());
        portal.formats().require(columns.length);
        if (rows == null) {
            rows = cursors.read(cursor);
            portal.fetched(rows);
        }
        Formats formats = cursors.formats(cursor.name(), portal.formats());
        long sent = 0;
        while (!rows.isEmpty() && (most == 0 || sent < most)) {
            RowSender.send(rows.remove(), columns, formats, out);
            sent++;
            out.paced();
        }
        if (most > 0 && sent == most) {
            out.empty('s');
        } else {
            out.commandComplete(command.tag().of(sent));
        }
    }

    private void copy(CopyCommand copy, ClientCommand command, Portal portal) throws SQLException, ClientGone {
        if (portal.text().parameterCount() > 0) {
            throw new SQLException("there is no parameter $1", "42P02");
        }
        portal.runOnce();
        session.beginImplicit();
        if (copy.from()) {
            copies.start(copy, false);
        } else {
            out.commandComplete(command.tag().of(CopyOut.run(session, copy, command.query(), out)));
        }
    }

    /** The client has sent its rows, and they are inserted. */
    void copied(long rows) throws ClientGone {
        out.commandComplete("COPY " + rows);
        out.paced();
    }

    private static boolean isEndOfTransaction(ClientCommand command) {
        return switch (command.kind()) {
            case COMMIT, ROLLBACK -> true;
            default -> false;
        };
    }

    /**
     * A statement that is all that there is up to the Sync needs no transaction around it.
     *
     * @param next what comes behind it; null where that is not known
     */
    private void beginImplicitUnlessAlone(@Nullable ClientMessage next) throws SQLException {
        if (session.isImplicit() || next == null || next.mark() != 'S' || session.onlyReads()) {
            session.beginImplicit();
        }
    }

    // ---- Close, Sync

    void close(MessageReader message) throws SQLException, ClientGone {
        byte kind = message.int8();
        String name = message.text();
        message.end();
        if (kind == 'S') {
            statements.forget(name);
        } else if (kind == 'P') {
            if (cursors.has(name)) {
                cursors.close(name);
            }
            close(portals.remove(name));
        } else {
            throw MessageReader.wrong("invalid CLOSE message subtype " + kind);
        }
        out.empty('3');
        out.paced();
    }

    /** Ends what was executed since the last one, unless the client has begun a transaction. */
    void sync() throws SQLException {
        if (!session.inTransaction()) {
            closePortals();
        }
        session.endImplicit();
    }

    /** A text that is executed by itself takes the place of what has no name. */
    void closeUnnamed() throws SQLException {
        statements.forget(PreparedTexts.UNNAMED);
        close(portals.remove(PreparedTexts.UNNAMED));
    }

    private static void close(@Nullable Portal portal) throws SQLException {
        if (portal != null) {
            portal.close();
        }
    }

    /** Portals live no longer than their transaction. */
    void transactionMayHaveEnded() {
        if (!session.inTransaction()) {
            closePortals();
        }
    }

    void closePortals() {
        for (Portal each : new ArrayList<>(portals.values())) {
            try {
                each.close();
            } catch (SQLException e) {
                LOG.debug("A portal did not close well", e);
            }
        }
        portals.clear();
    }
}
