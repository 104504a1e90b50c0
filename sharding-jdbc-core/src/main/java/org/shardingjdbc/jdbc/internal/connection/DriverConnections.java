package org.shardingjdbc.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * The physical connections to which a logical one hands what only a driver can make or answer: calls of procedures,
 * large objects, what the driver knows beside JDBC. One per logical connection, which asks while it is open; used by
 * its thread, {@link #abort} by any.
 */
final class DriverConnections {
    private final Session session;
    /** Until the logical connection is closed; null until there is one. With the monitor. */
    private @Nullable List<ConnectionLease> leases;
    /** Whether the logical connection was closed or aborted: then nobody would end a lease. With the monitor. */
    private boolean closed;

    DriverConnections(Session session) {
        this.session = session;
    }

    /** Something that only a driver can make or answer. */
    @FunctionalInterface
    interface DriverCall<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Asks the driver of any data source. */
    <T> T ask(DriverCall<T> call) throws SQLException {
        Deployment deployment = session.deployment();
        try (ConnectionLease lease =
                session.lease(deployment, deployment.rules().defaultDataSource())) {
            return lease.ask(call::on);
        } catch (RuntimeException e) {
            SQLException gone = e instanceof ShardingException ? null : session.gone(e);
            throw gone == null ? SqlErrors.unexpected(e) : gone;
        }
    }

    /** Whether a text is no call but a query or a write, which goes where its tables are. */
    boolean callsNothing(String sql) throws SQLException {
        try {
            return session.plans().plan(sql).plan() instanceof ShardPlan plan
                    && (plan.statementClass() == StatementClass.READ || plan.statementClass() == StatementClass.WRITE);
        } catch (ShardingException notUnderstood) {
            return false;
        }
    }

    /** The connection for a call: of the only data source, or of the one that a hint names. */
    Connection called(String sql) throws SQLException {
        Deployment deployment = session.deployment();
        if (deployment.dataSources() == 1) {
            return leased(deployment, 0, side(sql));
        }
        HintValues hints = hints(sql);
        String hinted = hints.dataSourceName();
        if (hinted == null) {
            throw SqlErrors.refuse(
                    "prepareCall",
                    "what a procedure does cannot be seen, and there are several data sources; name one of them by the"
                            + " hint DATA_SOURCE_NAME");
        }
        List<String> names = deployment.rules().dataSourceNames();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(hinted)) {
                return leased(deployment, i, hints.side());
            }
        }
        throw SqlErrors.of(ErrorCode.HINTED_DATA_SOURCE_UNKNOWN, hinted, names);
    }

    /** Drivers read a call by its first characters, where our hint may stand. */
    String withoutLeadingComments(String sql) throws SQLException {
        try {
            Dialect dialect = session.deployment().dialect();
            List<Span> tokens =
                    Tokens.of(sql, new Span(0, sql.length()), dialect).spans();
            return tokens.isEmpty() ? sql : sql.substring(tokens.get(0).start());
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    private Side side(String sql) throws SQLException {
        try {
            return hints(sql).side();
        } catch (SQLException notUnderstood) {
            // the driver says what is wrong with it
            return HintValues.current().side();
        }
    }

    private HintValues hints(String sql) throws SQLException {
        HintValues scopes = HintValues.current();
        try {
            return session.plans().plan(sql).plan() instanceof ShardPlan plan ? plan.hints(scopes) : scopes;
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * The connection of the only data source.
     *
     * @param what is to be done with it, for the message when there are several
     */
    Connection only(String what) throws SQLException {
        Deployment deployment = session.deployment();
        if (deployment.dataSources() != 1) {
            throw SqlErrors.refuse(
                    what,
                    "what the driver does with it cannot be seen, and there are several data sources; use the data source"
                            + " directly");
        }
        return leased(deployment, 0, HintValues.current().side());
    }

    private Connection leased(Deployment deployment, int dataSource, Side said) throws SQLException {
        ConnectionLease lease;
        try {
            session.side().begins(said, deployment.executionRules().sidesOfUnseen());
            try {
                lease = session.leaseToWrite(deployment, dataSource);
            } finally {
                session.side().ends();
            }
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
        keep(lease);
        return lease.connection();
    }

    /** Keeps a lease until the logical connection is closed; ends it at once when that is. */
    synchronized void keep(ConnectionLease lease) throws SQLException {
        if (closed) {
            lease.close();
            throw SqlErrors.of(ErrorCode.CLOSED, "connection");
        }
        leases = leases == null ? new ArrayList<>() : leases;
        leases.add(lease);
    }

    /** Gives back what was kept until now, all of it whatever fails meanwhile; nothing is kept any more. */
    synchronized void close() {
        closed = true;
        List<ConnectionLease> kept = leases;
        if (kept != null) {
            leases = null;
            Closing.all(kept.stream().<Runnable>map(lease -> lease::close).toList());
        }
    }

    /** Breaks what was kept until now, as somebody may wait in it, and gives it back; nothing is kept any more. */
    synchronized void abort() {
        List<Runnable> steps = new ArrayList<>();
        if (leases != null) {
            leases.forEach(lease -> steps.add(lease.physical()::abort));
        }
        steps.add(this::close);
        Closing.all(steps);
    }
}
