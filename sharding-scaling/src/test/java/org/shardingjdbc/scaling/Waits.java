package org.shardingjdbc.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How long writes took, of one instance or several.
 *
 * @param writes their number
 * @param slowest the milliseconds of the slowest of them, the longest first
 */
record Waits(long writes, List<Long> slowest) {
    /** What an instance says of them, behind the first word. */
    static Waits of(String answer) {
        List<Long> numbers =
                Arrays.stream(answer.split(" ")).skip(1).map(Long::valueOf).toList();
        return new Waits(numbers.get(0), numbers.subList(1, numbers.size()));
    }

    Waits with(Waits other) {
        List<Long> both = new ArrayList<>(slowest);
        both.addAll(other.slowest);
        both.sort(Comparator.reverseOrder());
        return new Waits(writes + other.writes, both);
    }

    /** 0 when there was none. */
    long longest() {
        return slowest.isEmpty() ? 0 : slowest.get(0);
    }

    /** What one of a thousand took longer than; the most where there were fewer. */
    long ofAThousand() {
        return slowest.isEmpty() ? 0 : slowest.get((int) Math.min(writes / 1_000, slowest.size() - 1));
    }

    @Override
    public String toString() {
        return "%d writes, one of a thousand took over %d ms, the longest %d ms"
                .formatted(writes, ofAThousand(), longest());
    }
}
