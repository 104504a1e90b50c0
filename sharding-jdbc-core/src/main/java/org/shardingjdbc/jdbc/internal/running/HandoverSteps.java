package org.shardingjdbc.jdbc.internal.running;

import java.sql.SQLException;
import java.util.function.LongConsumer;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments.BetweenDeployments;
import org.shardingjdbc.jdbc.governance.Handover;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;

/**
 * Lets the next deployment count: at once, by a handover, or by one of all instances. One per change of the
 * configuration; used by one thread.
 */
interface HandoverSteps {
    /**
     * The last that may fail while the deployment is made: where nothing of both may overlap, it counts afterwards.
     *
     * @param first what is done before its first statement
     * @throws SQLException when it does not count, as all else fails, too
     */
    void decide(Deployment next, Runnable first) throws SQLException;

    /**
     * The deployment is made: it counts from now on, whatever this throws.
     *
     * @throws SQLException that the one of before was in use for too long, or what was thrown in between
     */
    void finish(Deployment next) throws SQLException;

    /** It does not count, as something failed. */
    default void failed(Exception why) {}

    /**
     * For this instance, as options say.
     *
     * @param counts lets it count for others; when that fails, it does not count here
     */
    static HandoverSteps here(Deployments deployments, Runnable counts, ReconfigureOptions options) {
        return new HandoverSteps() {
            @Override
            public void decide(Deployment next, Runnable first) throws SQLException {
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

            @Override
            public void finish(Deployment next) throws SQLException {
                if (options.newcomers() == null) {
                    deployments.replace(next);
                } else if (options.newcomers() == Newcomers.GO_ON) {
                    deployments.replace(next, false, options.limit(), options.between()::run);
                }
            }
        };
    }

    /**
     * For all instances, of which this is one.
     *
     * @param counts is told the version that counts now
     */
    static HandoverSteps everywhere(Deployments deployments, LongConsumer counts, Handover handover) {
        return new HandoverSteps() {
            @Override
            public void decide(Deployment next, Runnable first) throws SQLException {
                handover.ready();
                deployments.replace(next, true, handover.limit(), new BetweenDeployments() {
                    @Override
                    public void run() throws SQLException {
                        // what may fail here does so before others rely on this instance
                        first.run();
                        counts.accept(handover.quiet());
                    }

                    @Override
                    public boolean isOver() {
                        return handover.isOver();
                    }
                });
            }

            @Override
            public void finish(Deployment next) {
                // it counts already
            }

            @Override
            public void failed(Exception why) {
                handover.failed(why);
            }
        };
    }
}
