package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.jdbc.governance.HandoverState.Phase;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sharding data source whose configuration a job changes. Safe for all threads; tells mistakes as
 * {@link SQLException}.
 */
public record JobHome(CommandTarget target) {
    private static final Logger LOG = LoggerFactory.getLogger(JobHome.class);
    private static final long PAUSE_MILLIS = 50;

    /** The configuration that counts now. */
    public ShardingConfiguration configuration() {
        return target.configuration();
    }

    /**
     * Whether it shares a registry with other instances. Its configuration does not say so where it came from there.
     */
    public boolean isGoverned() {
        try {
            target.governance();
            return true;
        } catch (ShardingException e) {
            if (e.code() == ErrorCode.NOT_GOVERNED) {
                return false;
            }
            throw e;
        }
    }

    /** What others are told of this process. */
    public String instance() throws SQLException {
        String process = "process " + ProcessHandle.current().pid();
        if (!isGoverned()) {
            return process;
        }
        try {
            return "instance " + target.governance().instanceId() + ", " + process;
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Where the rows of a logic table are by the configuration that counts now. */
    public List<String> dataNodes(String table) throws SQLException {
        try {
            return target.dataNodes(table);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Whether a change is possible now; nothing is changed. */
    public void tried(UnaryOperator<ShardingConfiguration> change) throws SQLException {
        try {
            Objects.requireNonNull(change.apply(target.configuration()), "the changed configuration is null");
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Goes over to what becomes of the configuration that counts at that moment. */
    public void reconfigure(UnaryOperator<ShardingConfiguration> change, ReconfigureOptions options)
            throws SQLException {
        try {
            target.reconfigure(change, options);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * Waits until it is known which configuration counts: a handover that is under way is over, or its instance counts
     * as gone, and this instance runs on what the registry has.
     *
     * @return the handover whose instance is gone, and of which nobody else says what was done; null where there is
     *     none
     */
    public @Nullable HandoverState settled() throws SQLException {
        while (isGoverned()) {
            try {
                HandoverState handover = target.governance().handover();
                // what was not in between is withdrawn by whichever instance sees it, this one too
                if (handover != null && handover.isAbandoned() && handover.phase() == Phase.IN_BETWEEN) {
                    return handover;
                }
                if (handover == null && isCurrent()) {
                    return null;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (ShardingException e) {
                throw SqlErrors.from(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
            }
        }
        return null;
    }

    /** The registry takes a further version only of who runs on its last one. */
    private boolean isCurrent() throws SQLException {
        try {
            target.change(UnaryOperator.identity());
            return true;
        } catch (ShardingException e) {
            if (e.code() == ErrorCode.CHANGE_OVERTAKEN) {
                return false;
            }
            throw e;
        }
    }

    /** Whether a handover of all instances is not over yet. */
    public boolean isHandingOver() throws SQLException {
        try {
            return isGoverned() && target.governance().handover() != null;
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Lets the configuration of before go on for all. */
    public void withdraw(HandoverState handover) throws SQLException {
        try {
            target.governance().withdrawHandover(handover);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** What jobs keep in the registry, by their names. */
    public Map<String, String> keptJobs() throws SQLException {
        try {
            return target.governance().jobs();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Changes what a job keeps in the registry. */
    public void changeJob(String job, UnaryOperator<@Nullable String> change) throws SQLException {
        try {
            target.governance().changeJob(job, change);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Whether the instance of {@link #instance} lives, as far as others can tell. */
    public boolean isAlive(String instance) throws SQLException {
        if (!isGoverned()) {
            return true;
        }
        try {
            return target.governance().instances().stream().anyMatch(each -> instance.contains(each.id()));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Whoever watches the data source sees the job from now on. */
    public void show(String job, Supplier<MoveState> state) throws SQLException {
        try {
            target.kept(DrivenJobs.class, DrivenJobs::new).put(job, state);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Nobody sees it any more. */
    public void hide(String job, Supplier<MoveState> state) {
        try {
            target.kept(DrivenJobs.class, DrivenJobs::new).remove(job, state);
        } catch (ShardingException e) {
            LOG.debug("The data source is closed, and shows no job", e);
        }
    }
}
