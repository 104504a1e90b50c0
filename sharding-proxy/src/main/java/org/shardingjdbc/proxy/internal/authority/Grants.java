package org.shardingjdbc.proxy.internal.authority;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.DataSourceCommands;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;

/**
 * What one session may do: a protocol asks it about each statement before it executes it. Used by the session's thread.
 */
public final class Grants {
    private final ProxyAccount account;
    private final Dialect dialect;
    private final @Nullable ReadingStatements reading;

    private Grants(ProxyAccount account, Dialect dialect) {
        this.account = account;
        this.dialect = dialect;
        this.reading = account.readOnly() ? new ReadingStatements(dialect) : null;
    }

    /**
     * Gives a session that has just been opened to a user.
     *
     * @throws SQLException when a data source cannot be told that the session only reads
     */
    public static Grants give(ProxyAccount account, ShardingConnection connection) throws SQLException {
        Dialect dialect = connection.session().dialect();
        if (account.readOnly()) {
            connection.setReadOnly(true);
            // functions write too, and drivers take a read-only connection for a hint
            String statement = dialect.sessions().readOnlyStatement(true);
            if (statement != null) {
                try (java.sql.Statement told = connection.createStatement()) {
                    told.execute(statement);
                }
            }
        }
        if (!account.distSql()) {
            connection
                    .session()
                    .commands(new RefusedCommands(
                            account, dialect, connection.session().commands()));
        }
        return new Grants(account, dialect);
    }

    /** Whose session it is. */
    public ProxyAccount account() {
        return account;
    }

    /** Whether {@link #require} looks at statements at all; where it does not, nobody has to parse them for it. */
    public boolean looksAtStatements() {
        return reading != null;
    }

    /** @throws SQLException when the user may not execute it; no data source has heard of it then */
    public void require(Statement statement) throws SQLException {
        if (reading != null) {
            String written = reading.whyNot(statement);
            if (written != null) {
                throw new NotGranted(
                        "permission denied: user " + account.name() + " may only read, and is refused " + written,
                        dialect);
            }
        }
    }

    /** The commands of a session whose user may not speak DistSQL. */
    private record RefusedCommands(ProxyAccount account, Dialect dialect, DataSourceCommands all)
            implements DataSourceCommands {
        @Override
        public boolean changes(CommandPlan plan) {
            return all.changes(plan);
        }

        @Override
        public void requireAllowed(CommandPlan plan) throws SQLException {
            throw new NotGranted("permission denied: DistSQL is not granted to user " + account.name(), dialect);
        }

        @Override
        public void change(CommandPlan plan, Consumer<String> warnings) throws SQLException {
            requireAllowed(plan);
        }

        @Override
        public Table answer(CommandPlan plan) throws SQLException {
            requireAllowed(plan);
            return new Table(List.of(), List.of());
        }
    }
}
