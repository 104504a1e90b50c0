package org.shardingjdbc.jdbc.internal.running;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;

/**
 * Lets the next deployment count: at once, or by a handover. One per change of the configuration; used by one thread.
 */
final class HandoverSteps {
    private final Deployments deployments;
    private final Runnable counts;
    private final ReconfigureOptions options;

    /** @param counts lets it count for others; when that fails, it does not count here */
    HandoverSteps(Deployments deployments, Runnable counts, ReconfigureOptions options) {
        this.deployments = deployments;
        this.counts = counts;
        this.options = options;
    }

    /**
     * The last that may fail while the deployment is made: where nothing of both may overlap, it counts afterwards.
     *
     * @param first what is done before its first statement
     * @throws SQLException when it does not count, as all else fails, too
     */
    void decide(Deployment next, Runnable first) throws SQLException {
        if (options.newcomers() != Newcomers.WAIT) {
            first.run();
            counts.run();
            return;
        }
        deployments.replace(next, true, options.limit(), () -> {
            // What the application does comes after what may fail of ours, and others hear of it last.
            first.run();
            options.between().run();
            counts.run();
        });
    }

    /**
     * The deployment is made: it counts from now on, whatever this throws.
     *
     * @throws SQLException that the one of before was in use for too long, or what was thrown in between
     */
    void finish(Deployment next) throws SQLException {
        if (options.newcomers() == null) {
            deployments.replace(next);
        } else if (options.newcomers() == Newcomers.GO_ON) {
            deployments.replace(next, false, options.limit(), options.between()::run);
        }
    }
}
