package org.shardingjdbc.jdbc.internal.running;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.jdbc.governance.Handover;

/**
 * Lets the next deployment count: at once, or by a {@link Handover}. One per change of the configuration; used by one
 * thread.
 */
final class HandingOver {
    private final Deployments deployments;
    private final Runnable counts;
    /** Null where nobody waits for what runs. */
    private final @Nullable Handover handover;

    /** @param counts lets it count for others; when that fails, it does not count here */
    HandingOver(Deployments deployments, Runnable counts, @Nullable Handover handover) {
        this.deployments = deployments;
        this.counts = counts;
        this.handover = handover;
    }

    private static boolean isExclusive(@Nullable Handover handover) {
        return handover != null && handover.newcomers() == Handover.Newcomers.WAIT;
    }

    /**
     * The last that may fail while the deployment is made: where nothing of both may overlap, it counts afterwards.
     *
     * @param first what is done before its first statement
     * @throws SQLException when it does not count, as all else fails, too
     */
    void decide(Deployment next, Runnable first) throws SQLException {
        if (handover == null || !isExclusive(handover)) {
            first.run();
            counts.run();
            return;
        }
        deployments.replace(next, true, handover.limit(), () -> {
            // What the application does comes after what may fail of ours, and others hear of it last.
            first.run();
            handover.between().run();
            counts.run();
        });
    }

    /**
     * The deployment is made: it counts from now on, whatever this throws.
     *
     * @throws SQLException that the one of before was in use for too long, or what was thrown in between
     */
    void finish(Deployment next) throws SQLException {
        if (handover == null) {
            deployments.replace(next);
            return;
        }
        if (!isExclusive(handover)) {
            deployments.replace(next, false, handover.limit(), handover.between()::run);
        }
    }
}
