package org.shardingjdbc.proxy.internal.mysql;

import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/** The statements that a client has prepared, by their numbers, and their cursors. Not thread-safe; one per session. */
final class PreparedStatements {
    /** By which MariaDB's clients name the statement that they have just prepared, before they know its number. */
    private static final int LAST = -1;
    /** How many a session may have, as the databases have it where nothing is set. */
    private static final int MOST = 16382;

    /** Of no parameter is more known, as the databases say themselves. */
    private static final WireColumn PARAMETER =
            new WireColumn("", "", "", "?", "", WireType.VAR_STRING, ClientCharset.BINARY, 0, WireColumn.BINARY, 0);

    /** What a client asks for with an execution: rows that it fetches. Other kinds of cursors no server has. */
    private static final int READ_ONLY_CURSOR = 1;
    /** What the rows of a session's open cursors have at most, and what of that stays in memory. */
    private static final long CURSOR_BYTES = 1L << 30;

    private static final long CURSOR_BYTES_IN_MEMORY = 1024 * 1024;
    /** What of each of them stays there however much the others have: a file costs more. */
    private static final long SMALL_CURSOR_BYTES = 4096;

    private final MySqlCommands commands;
    private final OwnStatements own;
    private final Replies replies;
    private final ResultAnswer results;
    private final long longDataLimit;
    private final Map<Integer, Prepared> byNumber = new HashMap<>();
    /** Those that are open, by the numbers of their statements. */
    private final Map<Integer, StatementCursor> cursors = new HashMap<>();

    private final CursorFiles files;

    private int lastNumber;
    /** Null where the last text could not be prepared. */
    private @Nullable Prepared last;

    /**
     * @param longDataLimit how many bytes the long values of a statement have at most
     * @param files which cursors of the session may have
     */
    PreparedStatements(
            MySqlCommands commands,
            OwnStatements own,
            Replies replies,
            ResultAnswer results,
            long longDataLimit,
            CursorFiles files) {
        this.files = files;
        this.commands = commands;
        this.own = own;
        this.replies = replies;
        this.results = results;
        this.longDataLimit = longDataLimit;
    }

    /**
     * @param keyed whether the database tells generated keys with its answer
     * @param called whether it is a CALL, which may have several results
     * @param sets whether it is a SET
     */
    private record Prepared(
            int number,
            SessionDatabase database,
            String sql,
            PreparedStatement statement,
            BinaryParameters parameters,
            boolean keyed,
            boolean called,
            boolean sets) {}

    void prepare(String text) throws SQLException, ClientGone {
        last = null;
        if (byNumber.size() >= MOST) {
            throw MySqlException.of(MySqlError.TOO_MANY_STATEMENTS, MOST);
        }
        List<TextPart> parts = commands.anywhere().parser().split(text);
        if (parts.isEmpty()) {
            throw MySqlException.of(MySqlError.EMPTY_QUERY);
        }
        if (parts.size() > 1) {
            throw MySqlException.of(
                    MySqlError.SYNTAX,
                    "Several statements cannot be prepared at once: near '"
                            + parts.get(1).sql() + "'");
        }
        TextPart part = parts.get(0);
        StatementHead head = new StatementHead(part.sql(), commands.anywhere().dialect());
        String first = head.next();
        own.requirePreparable(first, head, part.sql());
        String sql = own.edited(first, part.sql());
        boolean keyed = commands.isKeyed(first, sql);
        SessionDatabase at = commands.place(sql);
        PreparedStatement statement = commands.prepare(at, sql, keyed);
        try {
            List<WireColumn> columns = columns(statement, at);
            BinaryParameters parameters = new BinaryParameters(part.parameterCount());
            Prepared now = new Prepared(
                    nextNumber(), at, sql, statement, parameters, keyed, first.equals("CALL"), first.equals("SET"));
            byNumber.put(now.number(), now);
            last = now;
            answer(now, columns);
        } catch (SQLException | RuntimeException | Error e) {
            if (last == null) {
                statement.close();
            }
            throw e;
        }
    }

    private int nextNumber() {
        lastNumber = lastNumber == Integer.MAX_VALUE ? 1 : lastNumber + 1;
        return lastNumber;
    }

    /**
     * The columns of its rows, where the driver has the database prepare the text. Otherwise it would execute it to
     * know them; then the client is told of none, as of a SHOW, and learns them from the execution.
     */
    private List<WireColumn> columns(PreparedStatement statement, SessionDatabase at) throws SQLException {
        if (!at.dialect().drivers().subprotocol().equals("mariadb")) {
            return List.of();
        }
        ResultSetMetaData described = statement.getMetaData();
        return described == null ? List.of() : ColumnReader.read(described, replies.charset());
    }

    private void answer(Prepared now, List<WireColumn> columns) throws ClientGone {
        int parameters = now.parameters().count();
        replies.out()
                .begin()
                .int1(0)
                .int4(now.number())
                .int2(columns.size())
                .int2(parameters)
                .int1(0)
                .int2(0)
                .end();
        replies.describe(Collections.nCopies(parameters, PARAMETER), commands.status());
        replies.describe(columns, commands.status());
    }

    private Prepared find(int number, String command) throws SQLException {
        Prepared found = number == LAST ? last : byNumber.get(number);
        if (found == null) {
            throw MySqlException.of(MySqlError.UNKNOWN_STATEMENT, Integer.toUnsignedString(number), command);
        }
        return found;
    }

    void execute(PacketReader in) throws SQLException, ClientGone, ProtocolViolation {
        Prepared prepared = find(in.int4(), "mysqld_stmt_execute");
        commands.executes(prepared.sql());
        commands.arrive(prepared.database(), prepared.sql(), prepared.keyed());
        closeCursor(prepared);
        boolean fetched = (in.int1() & READ_ONLY_CURSOR) != 0;
        // A count that is always 1.
        in.skip(4);
        prepared.parameters().read(in, commands.texts(), longDataLimit);
        prepared.parameters().bind(prepared.statement());
        commands.diagnostics().clear();
        prepared.statement().setLargeMaxRows(0);
        commands.limit(prepared.statement(), prepared.database(), prepared.sql());
        commands.runs(prepared.statement());
        boolean rows = prepared.statement().execute();
        if (prepared.sets()) {
            own.tellPrepared(prepared.database(), prepared.sql());
        }
        if (rows && fetched && !prepared.called()) {
            openCursor(prepared);
        } else {
            results.answer(prepared.statement(), rows, prepared.keyed(), true, false);
        }
        own.notePrepared(prepared.database(), prepared.sql());
    }

    private void openCursor(Prepared prepared) throws SQLException, ClientGone {
        long held = 0;
        long inMemory = 0;
        for (StatementCursor each : cursors.values()) {
            held += each.bytes();
            inMemory += each.bytesInMemory();
        }
        StatementCursor cursor = new StatementCursor(
                Math.max(CURSOR_BYTES_IN_MEMORY - inMemory, SMALL_CURSOR_BYTES), CURSOR_BYTES - held, files);
        try {
            results.openCursor(prepared.statement(), cursor);
        } catch (SQLException | ClientGone | RuntimeException | Error e) {
            cursor.close();
            throw e;
        }
        cursors.put(prepared.number(), cursor);
    }

    private void closeCursor(Prepared prepared) {
        StatementCursor cursor = cursors.remove(prepared.number());
        if (cursor != null) {
            cursor.close();
        }
    }

    /** COM_STMT_SEND_LONG_DATA, which is not answered, whatever is wrong with it. */
    void addLong(PacketReader in) throws ProtocolViolation {
        int number = in.int4();
        int parameter = in.int2();
        byte[] part = in.rest();
        Prepared prepared = number == LAST ? last : byNumber.get(number);
        if (prepared != null) {
            prepared.parameters().addLong(parameter, part, longDataLimit);
        }
    }

    void reset(int number) throws SQLException, ClientGone {
        Prepared prepared = find(number, "mysqld_stmt_reset");
        prepared.parameters().reset();
        closeCursor(prepared);
        replies.ok(commands.status());
    }

    /** @param most how many rows the client takes; unsigned */
    void fetch(int number, int most) throws SQLException, ClientGone {
        Prepared prepared = find(number, "mysqld_stmt_fetch");
        StatementCursor cursor = cursors.get(prepared.number());
        if (cursor == null) {
            throw MySqlException.of(MySqlError.NO_CURSOR, Integer.toUnsignedString(prepared.number()));
        }
        commands.diagnostics().clear();
        boolean more = false;
        try {
            more = cursor.fetch(most, replies.out());
        } finally {
            // Behind a failure nobody knows where in its rows it stands.
            if (!more) {
                closeCursor(prepared);
            }
        }
        replies.endOfRows(commands.status() | (more ? StatusFlags.CURSOR : StatusFlags.LAST_ROW_SENT), 0);
    }

    /** COM_STMT_CLOSE, which is not answered. */
    void close(int number) throws SQLException {
        Prepared prepared = byNumber.remove(number);
        if (prepared != null) {
            last = last == prepared ? null : last;
            closeCursor(prepared);
            prepared.statement().close();
        }
    }

    void closeAll() {
        // The connections to which they belong are closed, and they with them.
        byNumber.clear();
        cursors.values().forEach(StatementCursor::close);
        cursors.clear();
        last = null;
    }
}
