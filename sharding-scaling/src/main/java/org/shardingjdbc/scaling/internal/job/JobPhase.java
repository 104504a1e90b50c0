package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far a job is, and where it keeps that. One for each job; safe for all threads. */
final class JobPhase {
    private static final Logger LOG = LoggerFactory.getLogger(JobPhase.class);
    private static final String PHASE = "phase";

    private final String job;
    private final JobStore store;
    private volatile ScalingPhase phase = ScalingPhase.PLANNED;

    JobPhase(String job, JobStore store) throws SQLException {
        this.job = job;
        this.store = store;
        read();
    }

    ScalingPhase get() {
        return phase;
    }

    boolean is(ScalingPhase one) {
        return phase == one;
    }

    /** As it was kept: whoever drove the job may have gone on. */
    synchronized void read() throws SQLException {
        String kept = store.read(PHASE);
        phase = kept == null ? ScalingPhase.PLANNED : ScalingPhase.valueOf(kept);
    }

    /** Keeps that it is so far. */
    synchronized void enter(ScalingPhase entered) throws SQLException {
        store.write(PHASE, entered.name());
        reached(entered);
    }

    /** It is so far, and keeps nothing any more. */
    void end() {
        reached(ScalingPhase.ENDED);
    }

    private void reached(ScalingPhase entered) {
        phase = entered;
        LOG.info("Scaling job {} is {}", job, entered);
    }

    @Override
    public String toString() {
        return phase.name();
    }
}
