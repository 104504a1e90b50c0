package org.shardingjdbc.route.internal.bind;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;

/**
 * What a thread plans at the moment: counts the steps, and asks now and then whether to go on, for a statement may be
 * long and what is asked of it short. One per thread.
 */
public final class PlanningWork {
    /** Asked while something is planned: whether anybody still waits for the plan. */
    public interface StopCheck {
        /** @throws PlanningStoppedException when nobody waits for the plan any more */
        void check();
    }

    /** Planning does not go on. No refusal: what was found out so far proves nothing, and none of it is kept. */
    public static final class PlanningStoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient ShardingException reason;

        public PlanningStoppedException(ShardingException reason) {
            super(reason.getMessage(), null, false, false);
            this.reason = reason;
        }

        /** What the application is told. */
        public ShardingException reason() {
            return reason;
        }
    }

    /** So many steps take well under a millisecond. */
    private static final int STEPS_UNCHECKED = 32;

    private static final ThreadLocal<PlanningWork> OF_THREAD = ThreadLocal.withInitial(PlanningWork::new);

    private @Nullable StopCheck stopCheck;
    private long steps;

    private PlanningWork() {}

    /** That of this thread. Look it up once for what is done with it. */
    public static PlanningWork ofThread() {
        return OF_THREAD.get();
    }

    /**
     * What is planned from now on is for that one.
     *
     * @param next null for nobody
     * @return who it was before, to be put back; null for nobody
     */
    public @Nullable StopCheck stopCheck(@Nullable StopCheck next) {
        StopCheck before = stopCheck;
        stopCheck = next;
        return before;
    }

    /** Who waits for what is planned now; may be null. */
    public @Nullable StopCheck stopCheck() {
        return stopCheck;
    }

    /** How many steps this thread has taken so far. */
    public long steps() {
        return steps;
    }

    /** One more step: a part that a table plays in a statement was bound, or compared with another such part. */
    static void step() {
        OF_THREAD.get().count();
    }

    private void count() {
        if (++steps % STEPS_UNCHECKED == 0 && stopCheck != null) {
            stopCheck.check();
        }
    }
}
