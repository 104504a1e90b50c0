package org.shardingjdbc.scaling.internal.time;

import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.algorithm.IntervalSteps;

/** Those of INTERVAL, whose actual tables end with their time. Immutable. */
final class CalendarPeriods implements Periods {
    private final IntervalSteps steps;
    private final Map<String, Integer> stepOf = new HashMap<>();
    private final Set<Integer> lengths = new TreeSet<>();

    /** @throws IllegalArgumentException where endings of names do not tell steps apart */
    CalendarPeriods(IntervalSteps steps) {
        this.steps = steps;
        for (int i = 0; i < steps.count(); i++) {
            String ending = steps.ending(i);
            if (stepOf.put(ending, i) != null) {
                throw new IllegalArgumentException("several steps have actual tables that end with '" + ending
                        + "'; give 'sharding-suffix-pattern' all that tells them apart, as the year");
            }
            lengths.add(ending.length());
        }
    }

    @Override
    public int count() {
        return steps.count();
    }

    @Override
    public LocalDateTime start(int step) {
        return steps.start(step);
    }

    @Override
    public LocalDateTime end(int step) {
        return steps.start(step + 1);
    }

    @Override
    public int step(LocalDateTime time) {
        return steps.step(time);
    }

    /** The longest ending counts. */
    @Override
    @Nullable
    public Integer step(String table) {
        Integer found = null;
        for (int length : lengths) {
            Integer step = length > table.length() ? null : stepOf.get(table.substring(table.length() - length));
            found = step == null ? found : step;
        }
        return found;
    }

    @Override
    public String name(String like, int step) {
        Integer there = step(like);
        int ending = there == null ? 0 : steps.ending(there).length();
        return like.substring(0, like.length() - ending) + steps.ending(step);
    }

    @Override
    @Nullable
    public String remedyAtEnd() {
        return steps.areOpen() ? null : "leave it out";
    }
}
