package org.shardingjdbc.engine.internal.execute.pool;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * The guard of a data source that was switched off: no statement begins there. Keeps the guard of the rules for the
 * time after. Immutable. Switch and rules change at any time, by different threads: {@link ShardPool} takes one change
 * after the other.
 *
 * @param ruled the guard of the rules; null for none
 */
record SwitchedGuard(@Nullable DataSourceGuard ruled, String dataSource, ErrorCode why) implements DataSourceGuard {
    /** The guard of a pool after the rules have given it another one; null for none. */
    static @Nullable DataSourceGuard ruledBy(@Nullable DataSourceGuard before, @Nullable DataSourceGuard rules) {
        return before instanceof SwitchedGuard off ? new SwitchedGuard(rules, off.dataSource, off.why) : rules;
    }

    /** The guard of a pool that is switched off, or switched on where {@code why} is null; null for none. */
    static @Nullable DataSourceGuard switchedOff(
            @Nullable DataSourceGuard before, String dataSource, @Nullable ErrorCode why) {
        DataSourceGuard rules = ruled(before);
        return why == null ? rules : new SwitchedGuard(rules, dataSource, why);
    }

    /** The rules' guard of a pool with that guard; null for none. */
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
