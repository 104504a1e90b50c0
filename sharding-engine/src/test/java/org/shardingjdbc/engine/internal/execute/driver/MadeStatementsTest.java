package org.shardingjdbc.engine.internal.execute.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcProbe;

/**
 * A driver's statement that was made, and then could not be set up, is nobody's: it must be closed where it was made.
 */
class MadeStatementsTest {
    private static final String SQL = "SELECT 1";

    private final JdbcProbe probe = new JdbcProbe();

    /** What makes a statement, and hands it over ready. */
    @FunctionalInterface
    private interface Making {
        PreparedStatement on(PhysicalConnection connection) throws SQLException;
    }

    /** A fault of either kind strikes each of the calls in turn by which it is set up. */
    private void everyFaultLeavesNothingOpen(Making making) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        try (Connection jdbc = probe.wrap("ds_0", h2).getConnection()) {
            // its driver hands closed statements out again, so that they are looked at
            ShardPool pool = new ShardPool(0, "ds_0", Dialects.named("MYSQL"), h2, false);
            PhysicalConnection connection = new PhysicalConnection(pool, jdbc, false);
            probe.reset();
            making.on(connection).close();
            long calls = probe.callCount() - 1;
            assertThat(calls).isGreaterThan(1);
            for (Fault fault : new Fault[] {Fault.throwing(), Fault.breaking()}) {
                for (long call = 1; call <= calls; call++) {
                    probe.reset();
                    probe.strike(call, fault);
                    assertThatThrownBy(() -> making.on(connection)).isInstanceOf(Exception.class);
                    assertThat(probe.strikeCount()).isOne();
                    assertThat(probe.open().statements()).as("call %s", call).isZero();
                }
            }
        }
    }

    @Test
    void ofAnExecutionOfWhichNothingIsAsked() throws SQLException {
        everyFaultLeavesNothingOpen(connection -> connection.prepare(SQL));
    }

    @Test
    void ofUnitsWithOptions() throws SQLException {
        StatementOptions options = StatementOptions.PREPARED.copy();
        options.setPoolable(false);
        options.maxFieldSize = 10;
        UnitStatements statements =
                new UnitStatements(StatementShape.DEFAULT, GeneratedKeyRequest.NONE, options, 5, null, null);
        everyFaultLeavesNothingOpen(connection -> statements.prepare(connection, SQL));
    }

    @Test
    void whyItIsClosedIsToldThoughItCannotBeClosedEither() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        try (Connection jdbc = probe.wrap("ds_0", h2).getConnection()) {
            ShardPool pool = new ShardPool(0, "ds_0", Dialects.named("MYSQL"), h2, false);
            PhysicalConnection connection = new PhysicalConnection(pool, jdbc, false);
            probe.strikeWhen(
                    call -> call.is("PreparedStatement", "getMaxRows") || call.is("PreparedStatement", "close"),
                    Fault.throwing());
            assertThatThrownBy(() -> connection.prepare(SQL))
                    .hasMessageContaining("getMaxRows")
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        }
    }
}
