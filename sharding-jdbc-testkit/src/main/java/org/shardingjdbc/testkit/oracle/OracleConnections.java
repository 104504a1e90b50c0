package org.shardingjdbc.testkit.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.Outcomes;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;

/**
 * One connection to the plain database and one to the sharded one, opened at first use and kept. Not thread-safe; one
 * per {@link Arena}.
 */
final class OracleConnections implements AutoCloseable {
    private static final int MOST_ROWS = 100_000;
    private static final int PLAIN_SECONDS = 10;
    /** What is pulled has no indexes. */
    private static final int SHARDED_SECONDS = 40;

    private final DataSource plainSource;
    private final DataSource shardedSource;
    private final Source elsewhere;
    private final Map<String, String> storedAs;
    private final UnaryOperator<String> onPlain;
    private final Map<String, PreparedStatement> kept = new HashMap<>();
    private Connection plain;
    private Connection sharded;
    private Connection other;
    private boolean inTransaction;

    /** Gives a data source when it is first needed. */
    @FunctionalInterface
    interface Source {
        DataSource get() throws SQLException;
    }

    OracleConnections(DataSource plainSource, DataSource shardedSource) {
        this(plainSource, shardedSource, () -> shardedSource, Map.of(), UnaryOperator.identity());
    }

    /**
     * @param elsewhere another sharding DataSource over the same databases
     * @param storedAs what the sharded side executes in place of some statements of {@link #execute}
     * @param onPlain a statement as the plain side gets it
     */
    OracleConnections(
            DataSource plainSource,
            DataSource shardedSource,
            Source elsewhere,
            Map<String, String> storedAs,
            UnaryOperator<String> onPlain) {
        this.onPlain = onPlain;
        this.storedAs = Map.copyOf(storedAs);
        this.plainSource = plainSource;
        this.shardedSource = shardedSource;
        this.elsewhere = elsewhere;
    }

    Outcome plain(GeneratedStatement statement, Manner manner) throws SQLException {
        return run(plain(), Outcomes.bounded(plain(), PLAIN_SECONDS, MOST_ROWS), statement, manner);
    }

    Outcome sharded(GeneratedStatement statement, Manner manner) throws SQLException {
        Connection side = manner.elsewhere() && statement.isDefinition() ? other() : sharded();
        return run(side, Outcomes.bounded(side, SHARDED_SECONDS, 2 * MOST_ROWS), statement, manner);
    }

    /**
     * What the plain database answers to a query when its optimizer does without something.
     *
     * @param without a switch of MySQL's or MariaDB's {@code optimizer_switch}
     */
    Outcome plainWithout(String without, GeneratedStatement statement) throws SQLException {
        switchOptimizer("'" + without + "=off'");
        try {
            return Outcomes.bounded(plain(), PLAIN_SECONDS, MOST_ROWS)
                    .of(onPlain.apply(statement.sql()), statement.parameters(), false, false);
        } finally {
            switchOptimizer("DEFAULT");
        }
    }

    /** What a new connection to the plain database answers to a query, with literals. */
    Outcome plainAnew(GeneratedStatement statement) throws SQLException {
        try (Connection another = plainSource.getConnection()) {
            return Outcomes.bounded(another, PLAIN_SECONDS, MOST_ROWS)
                    .of(onPlain.apply(statement.sql()), statement.parameters(), false, false);
        }
    }

    /** Whether the plain database lets somebody in. */
    boolean plainAnswers() {
        try (Connection another = plainSource.getConnection()) {
            return another.isValid(PLAIN_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    boolean inTransaction() {
        return inTransaction;
    }

    private void switchOptimizer(String to) throws SQLException {
        try (Statement setting = plain().createStatement()) {
            setting.execute("SET optimizer_switch = " + to);
        }
    }

    private Outcome run(Connection side, Outcomes outcomes, GeneratedStatement statement, Manner manner)
            throws SQLException {
        boolean keys = manner.keys() && statement.sql().startsWith("INSERT");
        String sql = side == plain ? onPlain.apply(statement.sql()) : statement.sql();
        if (!manner.kept() || statement.isDefinition()) {
            return outcomes.of(sql, statement.parameters(), manner.prepared(), keys);
        }
        String key = (side == plain ? "plain " : "sharded ") + keys + sql;
        PreparedStatement prepared = kept.get(key);
        if (prepared == null) {
            try {
                int wanted = keys ? Statement.RETURN_GENERATED_KEYS : Statement.NO_GENERATED_KEYS;
                prepared = side.prepareStatement(sql, wanted);
            } catch (SQLException e) {
                return new Outcome.Failure(e);
            }
            kept.put(key, prepared);
        }
        return outcomes.again(prepared, statement.parameters(), keys);
    }

    /** Closes what was prepared and kept. */
    void release() throws SQLException {
        for (PreparedStatement statement : kept.values()) {
            statement.close();
        }
        kept.clear();
    }

    /**
     * Runs the text of a query, and in a transaction that of an UPDATE or DELETE too, with other literals on the
     * sharded side, whatever comes of it, and undoes it. An INSERT would take numbers from a sequence.
     */
    void runOther(GeneratedStatement statement) throws SQLException {
        String sql = statement.sql();
        boolean undone =
                sql.startsWith("SELECT") || inTransaction && (sql.startsWith("UPDATE") || sql.startsWith("DELETE"));
        if (!undone || !statement.parameters().isEmpty()) {
            return;
        }
        Savepoint before = inTransaction ? sharded().setSavepoint() : null;
        Outcomes.bounded(sharded(), PLAIN_SECONDS, MOST_ROWS).of(OtherLiterals.of(sql), List.of(), false, false);
        if (before != null) {
            sharded().rollback(before);
        }
    }

    Outcome plain(String sql) throws SQLException {
        return Outcomes.of(plain(), onPlain.apply(sql), List.of(), false, false);
    }

    Outcome sharded(String sql) throws SQLException {
        return Outcomes.of(sharded(), sql, List.of(), false, false);
    }

    /** Runs statements on both sides, outside of a transaction; a failure is the caller's. */
    void execute(List<String> statements) throws SQLException {
        try (Statement one = plain().createStatement();
                Statement other = sharded().createStatement()) {
            for (String sql : statements) {
                execute(one, onPlain.apply(sql), "plain");
                execute(other, storedAs.getOrDefault(sql, sql), "sharded");
            }
        }
    }

    private static void execute(Statement statement, String sql, String side) throws SQLException {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new SQLException("On the " + side + " side: " + e.getMessage() + "\n" + sql, e.getSQLState(), e);
        }
    }

    void begin() throws SQLException {
        plain().setAutoCommit(false);
        sharded().setAutoCommit(false);
        inTransaction = true;
    }

    void commit() throws SQLException {
        plain().commit();
        sharded().commit();
        end();
    }

    /** Does nothing outside of a transaction. */
    void rollback() throws SQLException {
        if (inTransaction) {
            plain().rollback();
            sharded().rollback();
            end();
        }
    }

    private void end() throws SQLException {
        inTransaction = false;
        plain().setAutoCommit(true);
        sharded().setAutoCommit(true);
    }

    Savepoint plainSavepoint() throws SQLException {
        return plain().setSavepoint();
    }

    void rollbackPlainTo(Savepoint savepoint) throws SQLException {
        plain().rollback(savepoint);
    }

    private Connection plain() throws SQLException {
        if (plain == null) {
            plain = plainSource.getConnection();
        }
        return plain;
    }

    private Connection sharded() throws SQLException {
        if (sharded == null) {
            sharded = shardedSource.getConnection();
        }
        return sharded;
    }

    private Connection other() throws SQLException {
        if (other == null) {
            other = elsewhere.get().getConnection();
        }
        return other;
    }

    @Override
    public void close() throws SQLException {
        List<Connection> open =
                Stream.of(plain, sharded, other).filter(Objects::nonNull).toList();
        plain = null;
        sharded = null;
        other = null;
        SQLException failure = null;
        for (Connection connection : open) {
            try {
                connection.close();
            } catch (SQLException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
