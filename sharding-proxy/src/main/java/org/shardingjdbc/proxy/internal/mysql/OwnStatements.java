package org.shardingjdbc.proxy.internal.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statements that the server answers, and not the library: about the client's session, its character sets and the other
 * sessions. A statement is told by its first words. Not thread-safe; one per session.
 */
final class OwnStatements {
    private static final Logger LOG = LoggerFactory.getLogger(OwnStatements.class);

    private static final String CONNECTION_ID = "CONNECTION_ID";
    /** How much of a statement SHOW PROCESSLIST has, unless it is FULL. */
    private static final int SHORT_TEXT = 100;

    private final LiveSession session;
    private final MySqlServer server;
    private final MySqlCommands commands;
    private final Replies replies;
    private final ResultAnswer results;
    private final Diagnostics diagnostics;

    OwnStatements(
            LiveSession session,
            MySqlServer server,
            MySqlCommands commands,
            Replies replies,
            ResultAnswer results,
            Diagnostics diagnostics) {
        this.session = session;
        this.server = server;
        this.commands = commands;
        this.replies = replies;
        this.results = results;
        this.diagnostics = diagnostics;
    }

    /**
     * Answers a statement if it is one of these.
     *
     * @param first its first word, in upper case
     * @param head behind that word
     * @return false for one that the library executes
     */
    boolean answer(String first, StatementHead head, String sql, boolean moreFollow) throws SQLException, ClientGone {
        requireSure(first, sql);
        return switch (first) {
            case "USE" -> use(head, moreFollow);
            case "SET" -> set(sql, moreFollow);
            case "KILL" -> kill(head, moreFollow);
            case "SHOW" -> show(head, moreFollow);
            case "LOAD" -> load(sql, moreFollow);
            default -> false;
        };
    }

    /** What a server of an unknown version reads in a statement of these is not known. */
    private void requireSure(String first, String sql) throws SQLException {
        switch (first) {
            case "USE", "SET", "KILL", "SHOW", "LOAD" -> {
                boolean comment = sql.contains("/*!") || sql.contains("/*M!");
                if (comment && new StatementHead(sql, commands.anywhere().dialect()).isUnsure()) {
                    throw MySqlException.of(
                            MySqlError.NOT_SUPPORTED,
                            first + " with a comment that only some versions of the database execute");
                }
            }
            default -> {}
        }
    }

    /** @throws SQLException for a statement of these, which is not prepared */
    void requirePreparable(String first, StatementHead head, String sql) throws SQLException {
        requireSure(first, sql);
        if (first.equals("SET")
                && commands.anywhere().parser().parse(sql).statement() instanceof SetStatement set
                && !OwnSettings.of(set).isNone(set)) {
            throw MySqlException.of(MySqlError.NOT_PREPARABLE);
        }
        boolean own =
                switch (first) {
                    case "USE", "KILL", "LOAD" -> true;
                    case "SET" -> isOfCharset(head.next());
                    case "SHOW" ->
                        switch (head.next()) {
                            case "WARNINGS", "ERRORS", "COUNT", "PROCESSLIST" -> true;
                            default -> false;
                        };
                    default -> false;
                };
        if (own) {
            throw MySqlException.of(MySqlError.NOT_PREPARABLE);
        }
    }

    private static boolean isOfCharset(String word) {
        return word.equals("NAMES") || word.equals("CHARACTER") || word.equals("CHARSET");
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && !token.equals(";");
    }

    // ---- USE

    private boolean use(StatementHead head, boolean moreFollow) throws SQLException, ClientGone {
        head.next();
        String written = head.written();
        String name = written.length() > 1 && written.charAt(0) == '`'
                ? written.substring(1, written.length() - 1).replace("``", "`")
                : written;
        head.requireEnd();
        commands.use(name);
        ok(moreFollow);
        return true;
    }

    private void ok(boolean moreFollow) throws ClientGone {
        diagnostics.clear();
        replies.ok(commands.status() | (moreFollow ? StatusFlags.MORE_RESULTS : 0));
    }

    // ---- SET NAMES

    private boolean set(String sql, boolean moreFollow) throws SQLException, ClientGone {
        SessionDatabase at = commands.place(sql);
        ParsedSql parsed = at.parser().parse(sql);
        at.requireGranted(parsed);
        if (parsed.settings() != null) {
            return setForOne(at, parsed, moreFollow);
        }
        if (parsed.statement() instanceof TransactionStatement transactions) {
            commands.executeElsewhere(at, sql, false, moreFollow);
            commands.settings().note(at, transactions);
            return true;
        }
        if (!(parsed.statement() instanceof SetStatement set)) {
            return false;
        }
        OwnSettings settings = OwnSettings.of(set);
        MySqlCommands.Note told = () -> tell(at, set, settings);
        if (settings.isNone(set)) {
            commands.executeElsewhere(at, sql, false, moreFollow, told);
            commands.settings().note(at, set);
        } else if (settings.others().isEmpty()) {
            told.take();
            ok(moreFollow);
        } else {
            SetStatement others = new SetStatement(set.span(), set.scope(), settings.others(), set.reset());
            commands.executeElsewhere(at, new SqlPrinter(at.dialect()).print(others), false, moreFollow, told);
            commands.settings().note(at, others);
        }
        // Where the library has refused the others, nothing is set.
        if (settings.texts() != null) {
            commands.texts(settings.texts());
        }
        if (settings.results() != null) {
            replies.charset(settings.results());
        }
        if (settings.mostRows() != null) {
            commands.mostRows(settings.mostRows());
        }
        return true;
    }

    /** Has the client told what is set, where it wants to know it. */
    private void tell(SessionDatabase at, SetStatement set, OwnSettings own) throws SQLException {
        SessionChanges changes = replies.changes();
        own.track(changes);
        if (!replies.can(Capabilities.SESSION_TRACK) || set.scope() == SetStatement.SetScope.GLOBAL) {
            return;
        }
        changes.anything();
        if (set.scope() != SetStatement.SetScope.SESSION) {
            return;
        }
        for (SetStatement.SetAssignment each : set.assignments()) {
            String name = each.name();
            switch (name) {
                case "names", "character set", "charset" -> {
                    String title = own.texts() == null ? "" : own.texts().title();
                    changes.variable("character_set_client", title);
                    changes.variable("character_set_connection", title);
                    changes.variable("character_set_results", title);
                }
                case "character_set_client" ->
                    changes.variable(
                            name, own.texts() == null ? "" : own.texts().title());
                case "character_set_results" ->
                    changes.variable(
                            name, own.results() == null ? "" : own.results().title());
                case "character_set_connection" ->
                    changes.variable(name, OwnSettings.charset(each).title());
                case "autocommit" -> changes.variable(name, at.isAutoCommit() ? "ON" : "OFF");
                default -> {
                    String value = changes.tells(name) ? value(at, name) : null;
                    if (value != null) {
                        changes.variable(name, value);
                    }
                }
            }
        }
    }

    /** What the databases have made of a setting; null where they do not say, as it is set all the same. */
    private @Nullable String value(SessionDatabase at, String name) {
        try (Statement statement = at.connection().createStatement()) {
            commands.runs(statement);
            try (ResultSet rows = statement.executeQuery("SELECT @@session." + name)) {
                String value = rows.next() ? rows.getString(1) : "";
                return value == null ? "" : value;
            }
        } catch (SQLException e) {
            LOG.debug("What a setting is now could not be asked for", e);
            return null;
        }
    }

    /** What was prepared is executed, and its client not told so yet; a SET is, where the client wants to know it. */
    void tellPrepared(SessionDatabase at, String sql) throws SQLException {
        if (replies.can(Capabilities.SESSION_TRACK) && at.parser().parse(sql).statement() instanceof SetStatement set) {
            tell(at, set, OwnSettings.of(set));
        }
    }

    /** What was prepared was executed; a SET may have been. */
    void notePrepared(SessionDatabase at, String sql) throws SQLException {
        if (!server.hasSeveralDatabases()
                || !new StatementHead(sql, at.dialect()).next().equals("SET")) {
            return;
        }
        ParsedSql parsed = at.parser().parse(sql);
        if (parsed.statement() instanceof TransactionStatement transactions) {
            commands.settings().note(at, transactions);
        } else if (parsed.settings() == null && parsed.statement() instanceof SetStatement set) {
            if (parsed.parameters().isEmpty()) {
                commands.settings().note(at, set);
            } else {
                commands.settings().bind("a prepared SET with parameters");
            }
        }
    }

    /** {@code SET STATEMENT sql_select_limit = 5 FOR SELECT ...} of MariaDB's driver. */
    private boolean setForOne(SessionDatabase at, ParsedSql parsed, boolean moreFollow)
            throws SQLException, ClientGone {
        SetStatement set = Objects.requireNonNull(parsed.settings(), "settings");
        OwnSettings settings = OwnSettings.of(set);
        Long rows = settings.mostRows();
        if (rows == null || !settings.others().isEmpty() || settings.texts() != null || settings.results() != null) {
            return false;
        }
        String sql = parsed.sql().substring(parsed.statement().span().start());
        long before = commands.mostRows();
        commands.mostRows(rows);
        try {
            commands.executeElsewhere(at, sql, MySqlCommands.isKeyed(parsed), moreFollow);
        } finally {
            commands.mostRows(before);
        }
        return true;
    }

    // ---- KILL

    private boolean kill(StatementHead head, boolean moreFollow) throws SQLException, ClientGone {
        boolean query = false;
        String word = head.next();
        if (word.equals("HARD") || word.equals("SOFT")) {
            word = head.next();
        }
        if (word.equals("CONNECTION") || word.equals("QUERY")) {
            query = word.equals("QUERY");
            word = head.next();
        }
        long number;
        try {
            number = Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "KILL of anything but the number of a session");
        }
        head.requireEnd();
        kill(number, query);
        ok(moreFollow);
        return true;
    }

    /** @param query whether what runs is stopped, or the session ends */
    void kill(long number, boolean query) throws SQLException {
        LiveSession other = number > Integer.MAX_VALUE ? null : server.session((int) number);
        if (other == null) {
            throw MySqlException.of(MySqlError.NO_SUCH_THREAD, number);
        }
        if (!other.isOfSameUser(session)) {
            throw MySqlException.of(MySqlError.KILL_DENIED, number);
        }
        if (other == session) {
            throw MySqlException.of(MySqlError.INTERRUPTED);
        }
        if (query) {
            other.killQuery();
        } else {
            other.kill();
        }
    }

    // ---- SHOW

    private boolean show(StatementHead head, boolean moreFollow) throws SQLException, ClientGone {
        String word = head.next();
        boolean full = word.equals("FULL");
        if (full) {
            word = head.next();
        }
        switch (word) {
            case "PROCESSLIST" -> {
                head.requireEnd();
                processes(full, moreFollow);
            }
            case "WARNINGS" -> conditions(diagnostics.all(), head, moreFollow);
            case "ERRORS" -> conditions(diagnostics.errors(), head, moreFollow);
            case "COUNT" -> {
                return count(head, moreFollow);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** As each user sees only the sessions of its own. */
    void processes(boolean full, boolean moreFollow) throws ClientGone {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (LiveSession each : server.sessions()) {
            if (!each.isOfSameUser(session)) {
                continue;
            }
            String text = each.activityText();
            List<@Nullable String> row = new ArrayList<>();
            row.add(Integer.toString(each.id()));
            row.add(each.user());
            row.add(each.host());
            row.add(each.databaseName().isEmpty() ? null : each.databaseName());
            row.add(each.activity());
            row.add(Long.toString(each.seconds()));
            row.add("");
            row.add(text.isEmpty() ? null : full || text.length() < SHORT_TEXT ? text : text.substring(0, SHORT_TEXT));
            rows.add(row);
        }
        results.answer(List.of("Id", "User", "Host", "db", "Command", "Time", "State", "Info"), rows, moreFollow);
    }

    private void conditions(List<Diagnostics.Condition> all, StatementHead head, boolean moreFollow)
            throws SQLException, ClientGone {
        long skipped = 0;
        long most = Long.MAX_VALUE;
        boolean ends = head.endsUnless("LIMIT");
        if (!ends) {
            most = limit(head);
            ends = head.endsUnless(",");
        }
        if (!ends) {
            skipped = most;
            most = limit(head);
            head.requireEnd();
        }
        List<List<String>> rows = all.stream()
                .skip(skipped)
                .limit(most)
                .map(each -> List.of(each.level(), Integer.toString(each.number()), each.message()))
                .toList();
        results.answer(List.of("Level", "Code", "Message"), rows, moreFollow);
    }

    private static long limit(StatementHead head) throws SQLException {
        Long number = head.nextNumber();
        if (number == null || number < 0) {
            throw MySqlException.of(MySqlError.SYNTAX, "A LIMIT of SHOW WARNINGS is a number");
        }
        return number;
    }

    private boolean count(StatementHead head, boolean moreFollow) throws SQLException, ClientGone {
        head.next();
        head.next();
        head.next();
        String what = head.next();
        switch (what) {
            case "WARNINGS" -> {
                head.requireEnd();
                countOf("@@session.warning_count", diagnostics.all().size(), moreFollow);
            }
            case "ERRORS" -> {
                head.requireEnd();
                countOf("@@session.error_count", diagnostics.errors().size(), moreFollow);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void countOf(String label, int count, boolean moreFollow) throws ClientGone {
        results.answer(List.of(label), List.of(List.of(Integer.toString(count))), moreFollow);
    }

    /** COM_STATISTICS, whose answer is a text without a head. */
    void statistics() throws ClientGone {
        String text = "Uptime: " + TimeUnit.NANOSECONDS.toSeconds(server.uptime()) + "  Threads: "
                + server.sessions().size();
        replies.out().begin().text(text, StandardCharsets.UTF_8).end();
    }

    // ---- LOAD DATA LOCAL

    /**
     * A file of the client: the driver would look for it on this machine. Of a file of a database's machine each data
     * source would have another one.
     */
    private boolean load(String sql, boolean moreFollow) throws SQLException, ClientGone {
        StatementHead head = new StatementHead(sql, commands.anywhere().dialect());
        head.next();
        String word = head.next();
        boolean local = false;
        while (isWord(word) && !word.equals("INFILE")) {
            local |= word.equals("LOCAL");
            word = head.next();
        }
        if (!word.equals("INFILE")) {
            return false;
        }
        if (!local) {
            throw MySqlException.of(
                    MySqlError.NOT_SUPPORTED, "LOAD DATA of a file of the database's machine: LOAD DATA LOCAL");
        }
        if (!replies.can(Capabilities.LOCAL_FILES)) {
            throw MySqlException.of(MySqlError.LOCAL_FILE);
        }
        SessionDatabase at = commands.place(sql);
        if (!(at.parser().parse(sql).statement() instanceof OtherStatement statement) || statement.file() == null) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "this form of LOAD DATA LOCAL");
        }
        if (moreFollow) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "a statement behind LOAD DATA LOCAL in one text");
        }
        commands.beginLoad(at, sql, statement, statement.file());
        return true;
    }

    // ---- CONNECTION_ID()

    /** The statement with the number of this session in place of CONNECTION_ID(), which is not that of a database. */
    String edited(String first, String sql) throws SQLException {
        if (!StatementHead.mentions(sql, CONNECTION_ID)) {
            return sql;
        }
        StringBuilder text = new StringBuilder();
        int copied = 0;
        StatementHead head = new StatementHead(sql, commands.anywhere().dialect());
        String before = "";
        String token = head.next();
        while (!token.isEmpty()) {
            int start = head.start();
            String call = head.written();
            String after = head.next();
            if (!token.equals(CONNECTION_ID) || !after.equals("(") || before.equals(".")) {
                before = token;
                token = after;
                continue;
            }
            head.next();
            int stop = head.stop();
            after = head.next();
            text.append(sql, copied, start).append(session.id());
            boolean item = first.equals("SELECT") && (before.equals("SELECT") || before.equals(","));
            if (item && (after.isEmpty() || after.equals(",") || after.equals("FROM") || after.equals("LIMIT"))) {
                text.append(" AS `").append(call).append("()`");
            }
            copied = stop;
            before = ")";
            token = after;
        }
        return text.append(sql, copied, sql.length()).toString();
    }
}
