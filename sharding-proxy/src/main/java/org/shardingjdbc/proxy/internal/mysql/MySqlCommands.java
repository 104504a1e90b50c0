package org.shardingjdbc.proxy.internal.mysql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.LocalFile;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands of a client that is logged in, one after the other, each with its answer. One thread at a time uses it;
 * only {@link #abort}, {@link #kill} and what a list of sessions shows are for any.
 */
final class MySqlCommands implements ResultAnswer.Progress, FileLoad.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlCommands.class);

    private static final int QUIT = 0x01;
    private static final int INIT_DB = 0x02;
    private static final int QUERY = 0x03;
    private static final int FIELD_LIST = 0x04;
    private static final int STATISTICS = 0x09;
    private static final int PROCESS_INFO = 0x0a;
    private static final int PROCESS_KILL = 0x0c;
    private static final int PING = 0x0e;
    private static final int CHANGE_USER = 0x11;
    private static final int STMT_PREPARE = 0x16;
    private static final int STMT_EXECUTE = 0x17;
    private static final int STMT_SEND_LONG_DATA = 0x18;
    private static final int STMT_CLOSE = 0x19;
    private static final int STMT_RESET = 0x1a;
    private static final int SET_OPTION = 0x1b;
    private static final int STMT_FETCH = 0x1c;
    private static final int RESET_CONNECTION = 0x1f;

    /** Rows come from the databases as they are read, and not all at once, where a fetch size is set. */
    private static final int FETCH_SIZE = 1000;

    private static final Note NOTHING = () -> {};

    /** How long a kill waits for the row that is on its way: a client may not read it. */
    private static final long LONGEST_ROW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String LAST_KEY = "LAST_INSERT_ID";

    // The errors of a statement whose time is over, in MySQL and in MariaDB.

    private static final long SHORT_WAIT_MILLIS = 10;
    private static final long LONGEST_WAIT_MILLIS = 1000;

    /** The session of the commands, as far as they change it. */
    interface Owner {
        /** From where the client comes, without a port. */
        String hostName();

        /** The last answer is written; nothing of the client is read any more. */
        void hangUp() throws ClientGone;

        /** COM_CHANGE_USER: all of the session is gone, whether the new user is let in or not. */
        void changeUser(LoginPacket login) throws ClientGone;
    }

    private final Owner session;
    private final Client client;
    private final MySqlServer server;
    private final Replies replies;
    private final Diagnostics diagnostics = new Diagnostics();
    private final ResultAnswer results;
    private final OwnStatements own;
    private final PreparedStatements prepared;
    /** What the session has of each logic database that it has been in. */
    private final Map<String, SessionDatabase> databases = new HashMap<>();

    /** Null until it is known who the client is. */
    private @Nullable ProxyAccount account;

    /** Null while the client has named none. */
    private @Nullable SessionDatabase database;
    /** That of statements that need none, for who has named none; null until there was one. */
    private @Nullable SessionDatabase substitute;
    /** Where a statement has made a key last; null where none has. */
    private @Nullable SessionDatabase keyMaker;

    private final SettingsSoFar settings;
    /** What the client sends a file for; null for nothing, as most of the time. */
    private volatile @Nullable FileLoad loading;
    /** How many rows a query without a LIMIT returns; 0 for all. */
    private long mostRows;

    private ClientCharset texts = ClientCharset.UTF8MB4;
    private int collation;

    // ---- for any thread

    /** Held while {@link #writing} changes, so that what comes behind rows is not broken off with them. */
    private final Object rowsLock = new Object();
    /** Whether the session ends, so that nothing begins any more. */
    private volatile boolean ending;

    private volatile @Nullable Statement running;
    private volatile boolean killed;
    private volatile boolean writing;
    private volatile String activity = "Sleep";
    private volatile String activityText = "";
    private volatile String databaseName = "";
    private volatile long since = System.nanoTime();

    MySqlCommands(Owner session, LiveSession seen, Client client, MySqlServer server, Replies replies) {
        this.session = session;
        this.client = client;
        this.server = server;
        this.replies = replies;
        this.settings = new SettingsSoFar(server.hasSeveralDatabases());
        this.results = new ResultAnswer(replies, diagnostics, this);
        this.own = new OwnStatements(seen, server, this, replies, results, diagnostics);
        this.prepared = new PreparedStatements(
                this,
                own,
                replies,
                results,
                server.limits().messageBytes(),
                new CursorFiles(CursorFiles.MOST_OF_SESSION, server.cursorFiles()));
    }

    // ---- state

    /** A session begins, or begins anew as another user. */
    void begin(ProxyAccount known, @Nullable String name, int clientCollation) throws SQLException {
        ClientCharset charset = ClientCharset.ofCollation(clientCollation);
        if (charset == null) {
            throw MySqlException.of(MySqlError.UNKNOWN_CHARSET, clientCollation);
        }
        forgetAll();
        account = known;
        mostRows = 0;
        collation = clientCollation;
        texts = charset;
        replies.charset(charset);
        if (name != null) {
            use(name);
            return;
        }
        List<String> granted =
                server.databases().names().stream().filter(known::mayUse).toList();
        if (granted.size() == 1) {
            use(granted.get(0));
        }
    }

    /** Rolls back, and gives back and forgets all that the session has. */
    private void forgetAll() throws SQLException {
        prepared.closeAll();
        loading = null;
        diagnostics.clear();
        account = null;
        database = null;
        substitute = null;
        keyMaker = null;
        settings.forget();
        replies.changes().forget();
        databaseName = "";
        client.uses("");
        List<SessionDatabase> all = List.copyOf(databases.values());
        databases.clear();
        Closing.close(all);
    }

    /** Goes to another logic database. */
    void use(String name) throws SQLException {
        ProxyAccount known = account();
        if (!known.mayUse(name)) {
            throw MySqlException.of(MySqlError.DATABASE_DENIED, known.name(), session.hostName(), name);
        }
        if (!server.databases().names().contains(name)) {
            throw MySqlException.of(MySqlError.UNKNOWN_DATABASE, name);
        }
        if (name.equals(databaseName)) {
            replies.changes().schema(name);
            return;
        }
        if (isInTransaction()) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "another logic database within a transaction");
        }
        if (settings.bound() != null && current() != null && !current().name().equals(name)) {
            throw MySqlException.of(
                    MySqlError.NOT_SUPPORTED,
                    "another logic database behind " + settings.bound() + ", which that would not have: connect anew");
        }
        SessionDatabase next = of(known, name);
        settings.follow(next);
        database = next;
        databaseName = name;
        client.uses(name);
        replies.changes().schema(name);
    }

    private SessionDatabase of(ProxyAccount known, String name) {
        LogicDatabases all = server.databases();
        return databases.computeIfAbsent(name, each -> new SessionDatabase(each, all.get(each), all::parser, known));
    }

    private ProxyAccount account() {
        ProxyAccount known = account;
        if (known == null) {
            throw new IllegalStateException("nobody is logged in");
        }
        return known;
    }

    private @Nullable SessionDatabase current() {
        return database != null ? database : substitute;
    }

    /** For what all logic databases have in common, and for statements that need none: the first one. */
    SessionDatabase anywhere() throws SQLException {
        SessionDatabase now = current();
        if (now == null) {
            ProxyAccount known = account();
            for (String each : server.databases().names()) {
                if (known.mayUse(each)) {
                    now = of(known, each);
                    substitute = now;
                    return now;
                }
            }
            throw MySqlException.of(MySqlError.NO_DATABASE);
        }
        return now;
    }

    /**
     * Where a statement goes.
     *
     * @throws SQLException when the client has to name a database before
     */
    SessionDatabase place(String sql) throws SQLException {
        SessionDatabase at = anywhere();
        if (database == null && NeedOfDatabase.isIn(at.parser().parse(sql).statement())) {
            throw MySqlException.of(MySqlError.NO_DATABASE);
        }
        return at;
    }

    /**
     * A statement is executed there next.
     *
     * @throws SQLException when it would see less there than the session has elsewhere
     */
    void arrive(SessionDatabase at, String sql, boolean keyed) throws SQLException {
        SessionDatabase now = current();
        if (at != now && now != null && (now.isInTransaction() || !now.isAutoCommit())) {
            throw MySqlException.of(
                    MySqlError.NOT_SUPPORTED,
                    "a statement that was prepared in another logic database in a transaction");
        }
        if (!server.hasSeveralDatabases()) {
            return;
        }
        if (keyMaker != null && keyMaker != at && StatementHead.mentions(sql, LAST_KEY)) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, LAST_KEY + "() of another logic database");
        }
        keyMaker = keyed ? at : keyMaker;
        if (sql.indexOf('@') >= 0 && new StatementHead(sql, at.dialect()).namesVariable()) {
            settings.bind("user variables");
        }
        settings.follow(at);
    }

    SettingsSoFar settings() {
        return settings;
    }

    boolean isInTransaction() {
        SessionDatabase now = current();
        return now != null && now.isInTransaction();
    }

    @Override
    public int status() {
        SessionDatabase now = current();
        if (now == null) {
            return StatusFlags.AUTOCOMMIT;
        }
        return (now.isAutoCommit() ? StatusFlags.AUTOCOMMIT : 0)
                | (now.isInTransaction() ? StatusFlags.IN_TRANSACTION : 0);
    }

    /** In which the client writes. */
    ClientCharset texts() {
        return texts;
    }

    void texts(ClientCharset now) {
        texts = now;
    }

    long mostRows() {
        return mostRows;
    }

    void mostRows(long now) {
        mostRows = now;
    }

    // ---- for any thread

    /**
     * The session ends: stops what runs. Of a statement that is executed the databases are told, as by KILL QUERY,
     * which leaves the end of a transaction alone: that takes its time, and all data sources end in the same way. Only
     * while rows are read, of which there may be many, connections are broken off. Comes back when nothing runs any
     * more.
     */
    void abort() {
        ending = true;
        Statement now = running;
        long pause = SHORT_WAIT_MILLIS;
        try {
            while (now != null && running == now && !breakOffRows(now)) {
                cancel(now);
                // It may not have begun yet when it was cancelled.
                Thread.sleep(pause);
                pause = Math.min(2 * pause, LONGEST_WAIT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean breakOffRows(Statement now) {
        synchronized (rowsLock) {
            if (!writing || running != now) {
                return false;
            }
            try {
                now.getConnection().abort(Runnable::run);
            } catch (SQLException e) {
                LOG.debug("The rows of a session that ends could not be broken off", e);
            }
            return true;
        }
    }

    private static void cancel(Statement now) {
        try {
            now.cancel();
        } catch (SQLException e) {
            LOG.debug("A statement could not be cancelled", e);
        }
    }

    /**
     * Stops what runs; of no effect where nothing does. The client is told that somebody did it. Of rows that are under
     * way it gets no more; what is left of them the driver reads all the same, as it cancels only what it waits for.
     */
    void kill() {
        Statement now = running;
        killed |= loading != null;
        if (now == null) {
            return;
        }
        killed = true;
        try {
            // A row may be on its way to a client that reads slowly.
            long end = System.nanoTime() + LONGEST_ROW_NANOS;
            while (writing && System.nanoTime() < end) {
                Thread.sleep(SHORT_WAIT_MILLIS);
            }
            if (running == now) {
                cancel(now);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isKilled() {
        return killed;
    }

    @Override
    public void writes(boolean now) {
        synchronized (rowsLock) {
            writing = now;
        }
    }

    String activity() {
        return activity;
    }

    String activityText() {
        return activityText;
    }

    String databaseName() {
        return databaseName;
    }

    /** How long it has been doing what it does. */
    long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since);
    }

    private void does(String what, String text) {
        since = System.nanoTime();
        activityText = ShownText.of(text);
        activity = what;
    }

    /**
     * What {@link #kill} and {@link #abort} stop from now on.
     *
     * @throws SQLException when the session ends; then the statement does not begin
     */
    @Override
    public void runs(Statement statement) throws SQLException {
        killed &= loading != null;
        running = statement;
        if (ending) {
            throw MySqlException.of(MySqlError.INTERRUPTED);
        }
    }

    // ---- commands

    /** @param body of a packet; its first byte is the command */
    void execute(byte[] body) throws ClientGone, ProtocolViolation {
        PacketReader in = new PacketReader(body);
        int command = in.int1();
        replies.commandBegins();
        try {
            if (isAnswered(command)) {
                answer(command, in);
            } else {
                executeSilently(command, in);
            }
        } finally {
            rests();
        }
    }

    private void rests() {
        running = null;
        if (loading == null) {
            killed = false;
            does("Sleep", "");
        }
    }

    private static boolean isAnswered(int command) {
        return switch (command) {
            case QUIT, STMT_SEND_LONG_DATA, STMT_CLOSE -> false;
            default -> true;
        };
    }

    private void answer(int command, PacketReader in) throws ClientGone, ProtocolViolation {
        try {
            execute(command, in);
        } catch (SQLException e) {
            answerError(e);
        } catch (ShardingException e) {
            answerError(MySqlException.of(MySqlError.UNKNOWN, e.getMessage()));
        }
    }

    /** A client takes what it is told now for the answer to its next command. */
    private void executeSilently(int command, PacketReader in) throws ClientGone, ProtocolViolation {
        try {
            execute(command, in);
        } catch (SQLException | RuntimeException e) {
            LOG.warn("A command of a session that has no answer failed", e);
        }
    }

    private void execute(int command, PacketReader in) throws SQLException, ClientGone, ProtocolViolation {
        switch (command) {
            case QUIT -> session.hangUp();
            case INIT_DB -> {
                use(in.text(in.remaining(), texts.java()));
                replies.ok(status());
            }
            case QUERY -> query(in.rest());
            case FIELD_LIST -> fields(in);
            case STATISTICS -> own.statistics();
            case PROCESS_INFO -> own.processes(false, false);
            case PROCESS_KILL -> {
                own.kill(in.int4() & 0xffffffffL, false);
                replies.ok(status());
            }
            case PING -> replies.ok(status());
            case CHANGE_USER -> changeUser(in);
            case RESET_CONNECTION -> reset();
            case SET_OPTION -> setOption(in.int2());
            case STMT_PREPARE -> {
                String sql = decoded(in.rest());
                does("Prepare", sql);
                prepared.prepare(sql);
            }
            case STMT_EXECUTE -> {
                does("Execute", "");
                prepared.execute(in);
            }
            case STMT_SEND_LONG_DATA -> prepared.addLong(in);
            case STMT_CLOSE -> prepared.close(in.int4());
            case STMT_RESET -> prepared.reset(in.int4());
            case STMT_FETCH -> {
                does("Fetch", "");
                int number = in.int4();
                prepared.fetch(number, in.int4());
            }
            default -> replies.error(MySqlError.UNKNOWN_COMMAND);
        }
    }

    private void changeUser(PacketReader in) throws ClientGone, ProtocolViolation {
        try {
            forgetAll();
        } catch (SQLException e) {
            endAfter(e);
            return;
        }
        session.changeUser(LoginPacket.change(in, replies.capabilities()));
    }

    private void reset() throws ClientGone {
        try {
            begin(account(), databaseName.isEmpty() ? null : databaseName, collation);
            replies.changes().drop();
        } catch (SQLException e) {
            endAfter(e);
            return;
        }
        replies.ok(status());
    }

    /** What is left of the session is not known any more. */
    private void endAfter(SQLException e) throws ClientGone {
        answerError(e);
        session.hangUp();
    }

    /** The client is told, and may ask again by SHOW WARNINGS. */
    private void answerError(SQLException e) throws ClientGone {
        if (replies.isAnswered()) {
            LOG.warn("Something failed behind the answer to a command", e);
            return;
        }
        diagnostics.clear();
        if (killed && CancelledStatement.isCause(e)) {
            replies.error(MySqlError.INTERRUPTED);
            diagnostics.add(MySqlError.INTERRUPTED.number(), MySqlError.INTERRUPTED.message());
            return;
        }
        replies.error(e);
        diagnostics.add(Replies.number(e), Replies.message(e));
    }

    private void setOption(int option) throws ClientGone {
        if (option != 0 && option != 1) {
            replies.error(MySqlError.UNKNOWN_COMMAND);
            return;
        }
        replies.severalStatements(option == 0);
        replies.endOfRows(status(), 0);
    }

    private String decoded(byte[] bytes) throws SQLException {
        return QueryText.decode(bytes, texts, anywhere().dialect());
    }

    // ---- COM_QUERY

    private void query(byte[] bytes) throws SQLException, ClientGone {
        String text = decoded(bytes);
        does("Query", text);
        if (text.indexOf(';') < 0) {
            execute(text, false);
            return;
        }
        List<TextPart> parts = anywhere().parser().split(text);
        if (parts.isEmpty()) {
            throw MySqlException.of(MySqlError.EMPTY_QUERY);
        }
        if (parts.size() > 1 && !replies.can(Capabilities.MULTI_STATEMENTS)) {
            throw MySqlException.of(
                    MySqlError.SYNTAX,
                    "The text has several statements, and the client has not said that it sends such: near '"
                            + parts.get(1).sql() + "'");
        }
        for (int i = 0; i < parts.size(); i++) {
            // An error ends the text, as it ends the answer.
            execute(parts.get(i).sql(), i < parts.size() - 1);
        }
    }

    private void execute(String text, boolean moreFollow) throws SQLException, ClientGone {
        StatementHead head = new StatementHead(text, anywhere().dialect());
        String first = head.next();
        if (first.isEmpty() && text.isBlank()) {
            throw MySqlException.of(MySqlError.EMPTY_QUERY);
        }
        client.executes(ShownText.of(text));
        String sql = own.edited(first, text);
        if (!sql.equals(text)) {
            head = new StatementHead(sql, anywhere().dialect());
            head.next();
        }
        if (own.answer(first, head, sql, moreFollow)) {
            return;
        }
        executeElsewhere(place(sql), sql, isKeyed(first, sql), moreFollow);
    }

    /** What is noted of a statement that is executed, before its client is told so. */
    interface Note {
        void take() throws SQLException;
    }

    /** What the library executes. */
    void executeElsewhere(SessionDatabase at, String sql, boolean keyed, boolean moreFollow)
            throws SQLException, ClientGone {
        executeElsewhere(at, sql, keyed, moreFollow, NOTHING);
    }

    /** As {@link #executeElsewhere(SessionDatabase, String, boolean, boolean)}. */
    void executeElsewhere(SessionDatabase at, String sql, boolean keyed, boolean moreFollow, Note note)
            throws SQLException, ClientGone {
        diagnostics.clear();
        at.requireGranted(sql);
        arrive(at, sql, keyed);
        try (Statement statement = at.connection().createStatement()) {
            statement.setFetchSize(FETCH_SIZE);
            limit(statement, at, sql);
            runs(statement);
            boolean rows = keyed ? statement.execute(sql, Statement.RETURN_GENERATED_KEYS) : statement.execute(sql);
            note.take();
            results.answer(statement, rows, keyed, false, moreFollow);
        } catch (SQLException | RuntimeException e) {
            if (!replies.isAnswered()) {
                throw e;
            }
            // It is executed for the client, and what follows on that is done.
            LOG.warn("A statement that is answered could not be closed", e);
        }
    }

    // ---- LOAD DATA LOCAL

    /** Whether what the client sends is of a file. */
    boolean isLoading() {
        return loading != null;
    }

    /** Asks the client for the file of a LOAD DATA LOCAL, which {@link #load} gets. */
    void beginLoad(SessionDatabase at, String sql, OtherStatement statement, LocalFile file)
            throws SQLException, ClientGone {
        diagnostics.clear();
        at.requireGranted(sql);
        arrive(at, sql, true);
        Span table = statement.tables().get(0).span();
        loading = FileLoad.begin(
                this,
                at,
                diagnostics,
                server.isMariaDb(),
                file,
                table.of(sql),
                server.limits().messageBytes());
        replies.askForFile(file.name());
    }

    /**
     * The next part of the file.
     *
     * @param content empty at its end
     */
    void load(byte[] content) throws ClientGone {
        FileLoad load = loading;
        if (load == null) {
            throw new IllegalStateException("nothing is loaded");
        }
        try {
            if (content.length > 0) {
                load.add(content);
                return;
            }
            try {
                load.end();
            } finally {
                loading = null;
            }
            replies.ok(load.changed(), status(), load.warnings(), load.info());
        } catch (SQLException e) {
            answerError(e);
        } finally {
            rests();
        }
    }

    /** A LIMIT of the query counts more than the setting. */
    void limit(Statement statement, SessionDatabase at, String sql) throws SQLException {
        if (mostRows == 0) {
            return;
        }
        boolean limited = at.parser().parse(sql).statement() instanceof QueryStatement query
                && query.query().limit() == null;
        statement.setLargeMaxRows(limited ? mostRows : 0);
    }

    /** Whether the database tells a key with the answer to such a statement. */
    boolean isKeyed(String firstWord, String sql) throws SQLException {
        return switch (firstWord) {
            case "INSERT", "REPLACE" -> true;
            case "UPDATE" -> StatementHead.mentions(sql, LAST_KEY);
            case "SET" -> isKeyed(anywhere().parser().parse(sql));
            default -> false;
        };
    }

    /** As {@link #isKeyed(String, String)}, also of what stands behind SET STATEMENT. */
    static boolean isKeyed(ParsedSql parsed) {
        return parsed.statement() instanceof InsertStatement
                || parsed.statement() instanceof UpdateStatement && StatementHead.mentions(parsed.sql(), LAST_KEY);
    }

    PreparedStatement prepare(SessionDatabase at, String sql, boolean keyed) throws SQLException {
        at.requireGranted(sql);
        PreparedStatement statement = keyed
                ? at.connection().prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)
                : at.connection().prepareStatement(sql);
        statement.setFetchSize(FETCH_SIZE);
        return statement;
    }

    /** What is executed now, as others see it. */
    void executes(String sql) {
        client.executes(ShownText.of(sql));
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    // ---- COM_FIELD_LIST

    /** The columns of a table, by which the command line client completes words. */
    private void fields(PacketReader in) throws SQLException, ClientGone, ProtocolViolation {
        byte[] table = in.untilZero();
        in.rest();
        String sql = "SELECT * FROM `" + new String(table, texts.java()).replace("`", "``") + "` WHERE 1 = 0";
        SessionDatabase at = place(sql);
        client.executes(sql);
        at.requireGranted(sql);
        arrive(at, sql, false);
        try (Statement statement = at.connection().createStatement();
                ResultSet rows = executed(statement, sql)) {
            for (WireColumn column : ColumnReader.read(rows.getMetaData(), replies.charset())) {
                column.writeBegun(replies.out().begin(), replies.charset().java());
                replies.out().int1(WireRows.NULL).end();
            }
        }
        replies.endOfRows(status(), 0);
    }

    private ResultSet executed(Statement statement, String sql) throws SQLException {
        runs(statement);
        return statement.executeQuery(sql);
    }

    // ---- end

    void close() {
        try {
            forgetAll();
        } catch (SQLException e) {
            LOG.debug("Something failed while a session ended", e);
        }
    }
}
