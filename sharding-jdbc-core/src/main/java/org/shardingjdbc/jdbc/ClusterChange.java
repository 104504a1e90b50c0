package org.shardingjdbc.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.ChangeOptions;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.InstanceState;

/** Carries a change through all instances. Stateless. */
final class ClusterChange {
    private ClusterChange() {}

    /** What counted before a change, and what counts after it. */
    record Step(GovernedDocument before, GovernedDocument after) {}

    /** Makes a change that counts here and in the registry. */
    interface Change {
        /** Makes it. */
        Step make() throws SQLException;

        /** Lets count again what counted before a step; null when others changed something since, which stays then. */
        Step undo(Step step) throws SQLException;
    }

    /** @throws ShardingException when an instance does not take it */
    static void carryThrough(GovernanceSession session, ChangeOptions options, Change change) throws SQLException {
        Step step = change.make();
        if (options.atMost().isZero()) {
            return;
        }
        long version = step.after().version();
        List<InstanceState> behind = session.await(version, options.atMost());
        if (behind.isEmpty()) {
            return;
        }
        String names = behind.stream().map(ClusterChange::named).collect(Collectors.joining(", "));
        if (!options.rollBack()) {
            throw new ShardingException(ErrorCode.CHANGE_NOT_TAKEN, version, names, "it counts for the others");
        }
        Step back = change.undo(step);
        String counts = back == null
                ? "others changed the configuration since, so it was not taken back"
                : "version " + back.after().version() + " is what was before";
        throw new ShardingException(ErrorCode.CHANGE_NOT_TAKEN, version, names, counts);
    }

    private static String named(InstanceState state) {
        String why = state.problem().isEmpty() ? "runs on version " + state.rulesVersion() : state.problem();
        return "instance " + state.id() + " on " + state.host() + " (" + why + ")";
    }
}
