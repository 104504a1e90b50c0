package org.shardingjdbc.scaling.internal.time;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.algorithm.NumberedNames;
import org.shardingjdbc.rule.internal.algorithm.NumberedPeriods;

/**
 * Those of AUTO_INTERVAL, whose actual tables end with their number. The last one, behind {@code datetime-upper}, is
 * for all times to come, and so none for which a table would be made or retired. Immutable.
 */
final class CountedPeriods implements Periods {
    private final NumberedPeriods periods;

    /** @throws IllegalArgumentException where each period needs an actual table from the first moment on */
    CountedPeriods(NumberedPeriods periods) {
        if (!periods.mayLackTargets()) {
            throw new IllegalArgumentException("AUTO_INTERVAL wants an actual table of each of its " + periods.count()
                    + " periods; say 'allow-missing-targets: true', and a 'datetime-upper' that is years away");
        }
        this.periods = periods;
    }

    @Override
    public int count() {
        return periods.count() - 1;
    }

    @Override
    public LocalDateTime start(int step) {
        return periods.start(step);
    }

    @Override
    public LocalDateTime end(int step) {
        return periods.end(step);
    }

    @Override
    public int step(LocalDateTime time) {
        return periods.begun(time);
    }

    @Override
    @Nullable
    public Integer step(String table) {
        int number = NumberedNames.number(table);
        return number < 0 || number >= count() ? null : number;
    }

    @Override
    public String name(String like, int step) {
        return NumberedNames.with(like, step);
    }

    @Override
    public String remedyAtEnd() {
        return "say a later one";
    }
}
