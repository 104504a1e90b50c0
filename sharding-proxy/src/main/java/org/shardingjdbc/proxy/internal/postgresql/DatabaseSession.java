package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.session.SessionTransactions;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;
import org.shardingjdbc.proxy.internal.authority.Grants;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.shardingjdbc.proxy.internal.server.Client;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session of a client with the logic database: its connection, and its transaction as PostgreSQL has it. There, an
 * error leaves a transaction in which nothing but its end is taken; and what a client sends as one piece is a
 * transaction though nobody said BEGIN.
 */
final class DatabaseSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseSession.class);

    private final Client client;
    private final ServedDatabase database;
    /** What the client has set when it came in, by the names of the settings: what each statement for it was. */
    private final Map<String, String> firstSettings = new LinkedHashMap<>();

    private ShardingConnection connection;
    private final SqlParser parser;
    private final TextShapes shapes;
    private SessionEnds ends = SessionEnds.UNHEARD;

    /** Whether a transaction is open that the client knows nothing of. */
    private boolean implicit;
    /** Whether the client's transaction has failed. */
    private boolean failed;

    private @Nullable Grants grants;

    private volatile @Nullable Statement running;

    DatabaseSession(Client client, ServedDatabase database) throws SQLException {
        this.client = client;
        this.database = database;
        this.connection = (ShardingConnection) database.dataSource().getConnection();
        ServedDatabase.Reading reading = database.reading(connection.session().dialect());
        this.parser = reading.parser();
        this.shapes = reading.shapes();
    }

    /** Whose session it is; to be said before it executes anything. */
    void give(ProxyAccount account) throws SQLException {
        grants = Grants.give(account, connection);
    }

    /**
     * What the client wants set from the beginning.
     *
     * @param name of the setting
     * @param statement a SET
     */
    void setFirst(String name, String statement) throws SQLException {
        execute(statement);
        firstSettings.put(settingName(name), statement);
    }

    private static String settingName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("time zone") || lower.equals("time_zone") ? "timezone" : lower;
    }

    /**
     * Takes settings back to what they were when the client came in: that is another value than a data node's own one
     * where the client has said it then, or its user only reads.
     *
     * @return false where the statement does nothing of that kind
     */
    boolean reset(ClientCommand command) throws SQLException {
        if (command.resetsAll()) {
            resetAll(command.sql());
            return true;
        }
        if (!(command.tree() instanceof SetStatement set) || set.assignments().size() != 1) {
            return false;
        }
        SetStatement.SetAssignment only = set.assignments().get(0);
        String first = firstSettings.get(settingName(only.name()));
        if (first == null || !set.reset() && !isDefault(only)) {
            return false;
        }
        execute(set.scope() == SetStatement.SetScope.LOCAL ? "SET LOCAL" + first.substring("SET".length()) : first);
        return true;
    }

    private static boolean isDefault(SetStatement.SetAssignment setting) {
        String value = setting.value().strip();
        return value.equalsIgnoreCase("DEFAULT")
                || settingName(setting.name()).equals("timezone") && value.equalsIgnoreCase("LOCAL");
    }

    /** All of it or nothing: a session that only reads would not do so behind the half of it. */
    private void resetAll(String sql) throws SQLException {
        boolean alone = !inTransaction() && !implicit;
        beginImplicit();
        execute(sql);
        String reading = onlyReads() ? connection.session().dialect().sessions().readOnlyStatement(true) : null;
        if (reading != null) {
            execute(reading);
        }
        for (String each : firstSettings.values()) {
            execute(each);
        }
        if (alone) {
            endImplicit();
        }
    }

    /**
     * Gives back all that the session has, as if it had just come in. Where that fails, it goes on with what it has had
     * but its cursors, and with what it may do.
     */
    void discardAll() throws SQLException {
        if (inTransaction() || implicit) {
            throw new SQLException("DISCARD ALL cannot run inside a transaction block", "25001");
        }
        if (grants == null) {
            throw new IllegalStateException("nobody is logged in");
        }
        ends.closeAll();
        ShardingConnection left = connection;
        ShardingConnection next = (ShardingConnection) database.dataSource().getConnection();
        Grants given;
        try {
            given = Grants.give(grants.account(), next);
            try (Statement statement = next.createStatement()) {
                for (String each : firstSettings.values()) {
                    statement.execute(each);
                }
            }
        } catch (SQLException | RuntimeException e) {
            closeWell(next);
            throw e;
        }
        connection = next;
        grants = given;
        closeWell(left);
    }

    private static void closeWell(ShardingConnection closed) {
        try {
            closed.close();
        } catch (SQLException e) {
            LOG.debug("A connection did not close well", e);
        }
    }

    ServedDatabase database() {
        return database;
    }

    ShardingConnection connection() {
        return connection;
    }

    /** @param heard is told from now on */
    void ends(SessionEnds heard) {
        ends = heard;
    }

    SqlParser parser() {
        return parser;
    }

    /** What is known of a text of one statement that is executed as it is. */
    ClientCommand command(String sql) throws SQLException {
        ClientCommand known = database.known(sql, false);
        return known == null ? ofShape(sql) : known;
    }

    /** Texts that differ in literals only are of one kind: of the shape that they have one is parsed. */
    private ClientCommand ofShape(String sql) throws SQLException {
        TextShape shape = shapes.of(sql);
        ClientCommand alike = shape == null ? null : database.known(shape);
        if (alike != null) {
            return alike.as(sql);
        }
        ClientCommand made;
        try {
            made = ClientCommand.plain(parser, sql);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
        if (shape != null && made.isOfRows()) {
            database.keep(shape, made);
        } else {
            database.keep(sql, false, made);
        }
        return made;
    }

    /** What is known of a text of one statement, with question marks for its parameters. */
    ClientCommand preparedCommand(String sql) throws SQLException {
        if (sql.indexOf('?') < 0) {
            return command(sql);
        }
        // one without parameters is no other when it is executed as it is, so that both may share what is known
        ClientCommand known = database.known(sql, true);
        if (known == null) {
            try {
                known = ClientCommand.prepared(parser, sql);
            } catch (ShardingException e) {
                throw SqlErrors.from(e);
            }
            database.keep(sql, true, known);
        }
        return known;
    }

    /** The number before the first full stop of the databases' version; 0 where it is not known. */
    int serverVersion() {
        Map<String, String> settings = database.defaultSettings();
        String version = settings == null ? "" : settings.getOrDefault("server_version", "");
        int number = 0;
        for (int i = 0; i < version.length() && Character.isDigit(version.charAt(i)); i++) {
            number = number * 10 + Character.digit(version.charAt(i), 10);
        }
        return number;
    }

    // ---- what runs

    /** @param statement null when nothing runs any more */
    void running(@Nullable Statement statement) {
        running = statement;
    }

    /** By any thread. */
    void cancel() {
        Statement now = running;
        if (now != null) {
            try {
                now.cancel();
            } catch (SQLException e) {
                // it has just ended
            }
        }
    }

    // ---- transactions

    private SessionTransactions transactions() {
        return connection.session().transactions();
    }

    /** Whether the client is in a transaction that it has begun. */
    boolean inTransaction() {
        return failed || transactions().isOpen() && !implicit;
    }

    /** As the client is told it when the server is ready. */
    char status() {
        if (failed) {
            return 'E';
        }
        return inTransaction() ? 'T' : 'I';
    }

    /** @throws SQLException when the transaction has failed and the statement does not end it, or it is not granted */
    void requireAllowed(ClientCommand command) throws SQLException {
        if (grants == null) {
            throw new IllegalStateException("nobody is logged in");
        }
        requireTaken(command);
        if (command.kind() == CommandKind.DISCARD_ALL || command.resetsAll()) {
            // pools clean sessions by these; one that only reads does so behind them, too
            return;
        }
        grants.require(command.granted());
    }

    /** As {@link #requireAllowed}, for what is executed now. */
    void begin(ClientCommand command) throws SQLException {
        client.executes(command.shown());
        requireAllowed(command);
    }

    private void requireTaken(ClientCommand command) throws SQLException {
        if (!failed) {
            return;
        }
        switch (command.kind()) {
            case COMMIT, ROLLBACK, ROLLBACK_TO_SAVEPOINT -> {}
            default ->
                throw new SQLException(
                        "current transaction is aborted, commands ignored until end of transaction block", "25P02");
        }
    }

    /** What comes next belongs to a transaction, which ends by {@link #endImplicit} where the client begins none. */
    void beginImplicit() throws SQLException {
        if (!failed && !transactions().isOpen()) {
            beginNext();
            implicit = true;
        }
    }

    /**
     * Whether all that the session executes belongs to a transaction that was begun READ ONLY. A function can change
     * what a session has for its next transactions, and not what one is that has read something.
     */
    boolean onlyReads() {
        return grants != null && grants.account().readOnly();
    }

    boolean isImplicit() {
        return implicit;
    }

    void endImplicit() throws SQLException {
        if (implicit) {
            ends.beforeCommit();
            implicit = false;
            boolean committed = false;
            try {
                transactions().commit();
                committed = true;
            } finally {
                tellEnd(committed);
            }
        }
    }

    private void tellEnd(boolean committed) {
        if (committed) {
            ends.committed();
        } else {
            ends.rolledBack();
        }
    }

    /** A statement has failed, and with it what it belongs to. */
    void fail() {
        if (inTransaction()) {
            ends.partRolledBack();
        }
        if (implicit) {
            ends.rolledBack();
            implicit = false;
            rollBackQuietly();
        } else if (transactions().isOpen()) {
            failed = true;
        }
    }

    private void rollBackQuietly() {
        try {
            if (transactions().isOpen()) {
                transactions().rollback();
            }
        } catch (SQLException e) {
            // the client is told of the error that was before
        }
    }

    /**
     * Executes what begins or ends a transaction, or has nothing to do.
     *
     * @param out what the client is to be told besides
     * @return the words by which it is told that it is done; null when the statement is none of these
     */
    @Nullable
    String control(ClientCommand command, MessageWriter out) throws SQLException {
        return switch (command.kind()) {
            case BEGIN -> begin(command, out);
            case COMMIT -> commit(command, out);
            case ROLLBACK -> rollBack(command, out);
            case ROLLBACK_TO_SAVEPOINT -> {
                requireTransaction("ROLLBACK TO SAVEPOINT");
                // which of them are older than the savepoint is not known
                ends.partRolledBack();
                execute(command);
                failed = false;
                yield command.tag().words();
            }
            case SAVEPOINT -> {
                requireTransaction(command.tag().words().equals("RELEASE") ? "RELEASE SAVEPOINT" : "SAVEPOINT");
                execute(command);
                yield command.tag().words();
            }
            case NOTHING -> command.tag().words();
            default -> null;
        };
    }

    private void requireTransaction(String what) throws SQLException {
        if (!inTransaction()) {
            throw new SQLException(what + " can only be used in transaction blocks", "25P01");
        }
    }

    private String begin(ClientCommand command, MessageWriter out) throws SQLException {
        TransactionStatement statement = (TransactionStatement) command.tree();
        boolean characterized = statement.isolation() != null || statement.readOnly() != null;
        if (inTransaction()) {
            if (characterized) {
                throw SqlErrors.refuse("BEGIN with characteristics in a transaction", "end the transaction before it");
            }
            out.notice("WARNING", "25001", "there is already a transaction in progress");
        } else if (implicit) {
            if (characterized) {
                throw SqlErrors.refuse(
                        "BEGIN with characteristics behind other statements",
                        "these belong to its transaction already; begin with it");
            }
            implicit = false;
        } else {
            execute(command);
            if (onlyReads() && statement.readOnly() == null) {
                declareReadOnly();
            }
        }
        return command.tag().words();
    }

    private void beginNext() throws SQLException {
        transactions().beginNext();
        if (onlyReads()) {
            declareReadOnly();
        }
    }

    private void declareReadOnly() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION READ ONLY");
        }
    }

    private String commit(ClientCommand command, MessageWriter out) throws SQLException {
        boolean chain = ((TransactionStatement) command.tree()).chain();
        if (failed) {
            rollBackFailed(chain);
            return "ROLLBACK";
        }
        if (!inTransaction()) {
            requireNoChain(chain, "COMMIT");
            out.notice("WARNING", "25P01", "there is no transaction in progress");
            endImplicit();
        } else {
            ends.beforeCommit();
            boolean committed = false;
            try {
                execute(command);
                committed = true;
            } finally {
                tellEnd(committed);
            }
        }
        return "COMMIT";
    }

    private String rollBack(ClientCommand command, MessageWriter out) throws SQLException {
        boolean chain = ((TransactionStatement) command.tree()).chain();
        if (failed) {
            rollBackFailed(chain);
        } else if (!inTransaction()) {
            requireNoChain(chain, "ROLLBACK");
            out.notice("WARNING", "25P01", "there is no transaction in progress");
            implicit = false;
            ends.rolledBack();
            rollBackQuietly();
        } else {
            ends.rolledBack();
            execute(command);
        }
        return "ROLLBACK";
    }

    /**
     * @param chain whether the next transaction begins at once; that is one as the session has them, as in the
     *     database: its failure has taken the characteristics of the other back
     */
    private void rollBackFailed(boolean chain) throws SQLException {
        failed = false;
        ends.rolledBack();
        rollBackQuietly();
        if (chain) {
            beginNext();
        }
    }

    private static void requireNoChain(boolean chain, String what) throws SQLException {
        if (chain) {
            throw new SQLException(what + " AND CHAIN can only be used in transaction blocks", "25P01");
        }
    }

    private void execute(ClientCommand command) throws SQLException {
        execute(command.sql());
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            running = statement;
            statement.execute(sql);
        } finally {
            running = null;
        }
    }

    @Override
    public void close() throws SQLException {
        ends.closeAll();
        connection.close();
    }
}
