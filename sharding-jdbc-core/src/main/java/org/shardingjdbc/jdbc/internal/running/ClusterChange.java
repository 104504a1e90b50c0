package org.shardingjdbc.jdbc.internal.running;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;

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
        @Nullable
        Step undo(Step step) throws SQLException;
    }

    /** @throws ShardingException when an instance does not take it */
    static void carryThrough(GovernanceSession session, ReconfigureOptions options, Change change) throws SQLException {
        Step step = change.make();
        MissingInstances missing = missing(session, step.after().version(), options);
        if (missing == null) {
            return;
        }
        if (!options.rollBack()) {
            throw missing.told("it counts for the others", missing.why());
        }
        Step back;
        try {
            back = change.undo(step);
        } catch (SQLException | ShardingException e) {
            throw missing.told("it counts, as it could not be taken back: " + e.getMessage(), e);
        }
        throw missing.told(
                back == null
                        ? "others changed the configuration since, so it was not taken back"
                        : "version " + back.after().version() + " is what was before",
                missing.why());
    }

    /**
     * Who did not take a version.
     *
     * @param why null when they are known
     */
    private record MissingInstances(
            long version, String names, @Nullable Exception why) {
        private ShardingException told(String counts, @Nullable Exception cause) {
            return cause == null
                    ? new ShardingException(ErrorCode.CHANGE_NOT_TAKEN, version, names, counts)
                    : ShardingException.causedBy(cause, ErrorCode.CHANGE_NOT_TAKEN, version, names, counts);
        }
    }

    /** Null for nobody. A registry that is away now has the change all the same. */
    private static @Nullable MissingInstances missing(
            GovernanceSession session, long version, ReconfigureOptions options) {
        try {
            List<InstanceState> behind = session.await(version, Objects.requireNonNull(options.instances()));
            String names = behind.stream().map(ClusterChange::named).collect(Collectors.joining(", "));
            return behind.isEmpty() ? null : new MissingInstances(version, names, null);
        } catch (ShardingException e) {
            if (e.code() != ErrorCode.REGISTRY_UNAVAILABLE) {
                throw e;
            }
            return new MissingInstances(version, "instances that cannot be asked (" + e.getMessage() + ")", e);
        }
    }

    private static String named(InstanceState state) {
        String why = state.problem().isEmpty() ? "runs on version " + state.rulesVersion() : state.problem();
        return "instance " + state.id() + " on " + state.host() + " (" + why + ")";
    }
}
