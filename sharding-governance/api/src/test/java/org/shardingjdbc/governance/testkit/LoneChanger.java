package org.shardingjdbc.governance.testkit;

import java.sql.SQLException;
import java.util.Set;
import org.shardingjdbc.governance.internal.RegistryProvider;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.Handover;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.Switches;

/**
 * An instance that changes the configuration step by step and has no statements of its own; when it is closed it is
 * gone, wherever it was. Used by one thread.
 */
final class LoneChanger implements AutoCloseable {
    private final GovernanceSession session;
    private volatile boolean closed;
    private Handover handover;

    LoneChanger(ShardingConfiguration configuration) {
        session = new RegistryProvider()
                .open(configuration.mode(), configuration.source().text());
        session.start(new GovernedDataSource() {
            @Override
            public void take(GovernedDocument document) {}

            @Override
            public void handOver(String text, Handover other) throws SQLException {
                other.ready();
                other.quiet();
            }

            @Override
            public void renumber(long version) {}

            @Override
            public void undecided(String why) {}

            @Override
            public boolean isClosed() {
                return closed;
            }

            @Override
            public Set<String> dataSourceNames() {
                return Set.of();
            }

            @Override
            public boolean mayMove() {
                return false;
            }

            @Override
            public void agree() {}

            @Override
            public void switchedTo(Switches switches) {}
        });
    }

    String id() {
        return session.instanceId();
    }

    /** Until newcomers of all instances wait. */
    void begin(ShardingConfiguration next, ReconfigureOptions options) throws SQLException {
        handover = session.handOver(next.source().text(), session.version(), options);
        handover.ready();
    }

    /** What is to be done in between, and the end. */
    void finish() throws SQLException {
        session.runsOn(handover.quiet());
    }

    @Override
    public void close() {
        die();
    }

    /** It is gone from now on. */
    void die() {
        if (!closed) {
            closed = true;
            session.close();
        }
    }
}
