package org.shardingjdbc.cli.internal.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.Handover;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.Switches;
import org.shardingjdbc.jdbc.governance.WorkerLease;
import org.shardingjdbc.jdbc.governance.WorkerLeases;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.shardingjdbc.rule.watch.WritersAgreement;

/**
 * In place of a registry that nobody asks: the document counts, nothing can be changed, and no worker id is leased, as
 * an instance might have the same one. Immutable.
 *
 * @param document the local one
 */
record UnreadRegistry(String document) implements GovernanceSession {
    private static final String WHY =
            "it is not asked here; write the keys that a generator would make, and change rules"
                    + " through an instance of the application";

    private static final WorkerLeases NO_LEASES = new WorkerLeases() {
        @Override
        public List<WorkerLease> read() throws SQLException {
            throw unavailable();
        }

        @Override
        public boolean add(int workerId, String holder, long usedUntil) throws SQLException {
            throw unavailable();
        }

        @Override
        public boolean take(WorkerLease lease, String holder, long usedUntil) throws SQLException {
            throw unavailable();
        }

        @Override
        public boolean beat(int workerId, String holder, long usedUntil) {
            return false;
        }

        @Override
        public void release(int workerId, String holder, long usedUntil) {
            // none was leased
        }

        private SQLException unavailable() {
            ShardingException refused = refused();
            return new SQLException(refused.getMessage(), refused.code().sqlState(), refused);
        }
    };

    private static ShardingException refused() {
        return new ShardingException(ErrorCode.REGISTRY_UNAVAILABLE, "of mode", WHY);
    }

    @Override
    public GovernedDocument first() {
        return new GovernedDocument(document, 0);
    }

    @Override
    public long start(GovernedDataSource dataSource) {
        return 0;
    }

    @Override
    public Map<String, String> jobs() {
        throw refused();
    }

    @Override
    public void changeJob(String job, UnaryOperator<@Nullable String> change) {
        throw refused();
    }

    @Override
    public long publish(String text, long expected) {
        throw refused();
    }

    @Override
    public Handover handOver(String text, long expected, ReconfigureOptions options) {
        throw refused();
    }

    @Override
    public void runsOn(long version) {
        // nobody wants to know
    }

    @Override
    public List<InstanceState> await(long version, Duration atMost) {
        throw refused();
    }

    @Override
    public WritersAgreement writers() {
        return WritersAgreement.ALONE;
    }

    @Override
    public WorkerLeases workerLeases() {
        return NO_LEASES;
    }

    @Override
    public NumberBlocks numberBlocks() {
        throw refused();
    }

    @Override
    public DifferenceWinner whenDifferent() {
        return DifferenceWinner.LOCAL_WINS;
    }

    @Override
    public String instanceId() {
        return "";
    }

    @Override
    public String watcher() {
        return "";
    }

    @Override
    public long version() {
        return 0;
    }

    @Override
    public boolean isConnected() {
        return false;
    }

    @Override
    public List<InstanceState> instances() {
        throw refused();
    }

    @Override
    public Switches switches() {
        return Switches.NONE;
    }

    @Override
    public void disable(String dataSource) {
        throw refused();
    }

    @Override
    public void enable(String dataSource) {
        throw refused();
    }

    @Override
    public void breakCircuit() {
        throw refused();
    }

    @Override
    public void closeCircuit() {
        throw refused();
    }

    @Override
    public @Nullable HandoverState handover() {
        throw refused();
    }

    @Override
    public void openHandover(HandoverState handover) {
        throw refused();
    }

    @Override
    public void withdrawHandover(HandoverState handover) {
        throw refused();
    }

    @Override
    public void close() {
        // nothing is open
    }
}
