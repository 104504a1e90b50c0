package org.shardingjdbc.engine.internal.execute.pool;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * Lets no statement begin on a data source, since somebody said so, and keeps what the rules say for afterwards.
 * Immutable. Switches and rules change at any time, by different threads: {@link ShardPool} takes one after the other.
 *
 * @param ruled null where the rules say nothing
 */
record SwitchedGuard(@Nullable DataSourceGuard ruled, String dataSource, ErrorCode why) implements DataSourceGuard {
    /** What guards a pool when the rules say something else; null for nothing. */
    static @Nullable DataSourceGuard ruledBy(@Nullable DataSourceGuard before, @Nullable DataSourceGuard rules) {
        return before instanceof SwitchedGuard off ? new SwitchedGuard(rules, off.dataSource, off.why) : rules;
    }

    /** What guards a pool that is switched off, or on where there is no reason; null for nothing. */
    static @Nullable DataSourceGuard switchedOff(
            @Nullable DataSourceGuard before, String dataSource, @Nullable ErrorCode why) {
        DataSourceGuard rules = ruled(before);
        return why == null ? rules : new SwitchedGuard(rules, dataSource, why);
    }

    /** What the rules say of a pool with that guard; null for nothing. */
    static @Nullable DataSourceGuard ruled(@Nullable DataSourceGuard now) {
        return now instanceof SwitchedGuard off ? off.ruled : now;
    }

    @Override
    public Admission enter() {
        throw new ShardingException(why, dataSource);
    }

    @Override
    public OutcomeListener unadmitted() {
        return ruled == null ? OutcomeListener.NONE : ruled.unadmitted();
    }
}
