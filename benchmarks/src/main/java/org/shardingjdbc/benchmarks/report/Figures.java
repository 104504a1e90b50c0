package org.shardingjdbc.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured: for each backend, operation and contender the time and the bytes of each round. Looked up as
 * medians. One thread uses it.
 */
public final class Figures {
    /** Sharding by hand. */
    public static final String RAW = "RAW";

    /** The rows of each data node one after the other, not merged; only for the stream. */
    public static final String SCAN = "SCAN";

    public static final String OURS = "OURS";
    public static final String SHARDINGSPHERE = "SHARDINGSPHERE";

    /** With four connections for each query and data source; only for the stream. */
    public static final String SHARDINGSPHERE_4 = "SHARDINGSPHERE_4";

    /** What a figure belongs to. */
    public record Key(String backend, Operation operation, String contender) {}

    /**
     * The rounds of one key.
     *
     * @param nanos for each operation, in the order of measuring; empty where time was not measured
     * @param bytes allocated for each operation, or held; empty where not measured
     */
    public record Rounds(List<Double> nanos, List<Double> bytes) {}

    private final Map<Key, Rounds> rounds = new LinkedHashMap<>();

    /**
     * Adds a round.
     *
     * @param nanos NaN if not measured
     * @param bytes NaN if not measured
     */
    public void add(Key key, double nanos, double bytes) {
        Rounds of = rounds.computeIfAbsent(key, any -> new Rounds(new ArrayList<>(), new ArrayList<>()));
        if (!Double.isNaN(nanos)) {
            of.nanos.add(nanos);
        }
        if (!Double.isNaN(bytes)) {
            of.bytes.add(bytes);
        }
    }

    public Map<Key, Rounds> all() {
        return Collections.unmodifiableMap(rounds);
    }

    public boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** The backends of which there is a figure, in the order of measuring. */
    public List<String> backends() {
        return rounds.keySet().stream().map(Key::backend).distinct().toList();
    }

    /** The median time of an operation, NaN if there is none. */
    public double nanos(String backend, Operation operation, String contender) {
        Rounds of = rounds.get(new Key(backend, operation, contender));
        return of == null ? Double.NaN : median(of.nanos);
    }

    /** The median of the bytes, NaN if there are none. */
    public double bytes(String backend, Operation operation, String contender) {
        Rounds of = rounds.get(new Key(backend, operation, contender));
        return of == null ? Double.NaN : median(of.bytes);
    }

    /** Time by time; NaN if one is missing. */
    public double ratio(String backend, Operation operation, String dividend, String divisor) {
        return nanos(backend, operation, dividend) / nanos(backend, operation, divisor);
    }

    /** How many rounds the best measured key has. */
    public int mostRounds() {
        return rounds.values().stream()
                .mapToInt(each -> Math.max(each.nanos.size(), each.bytes.size()))
                .max()
                .orElse(0);
    }

    /** How many rounds the key with the fewest has. */
    public int fewestRounds() {
        return rounds.values().stream()
                .mapToInt(each -> Math.max(each.nanos.size(), each.bytes.size()))
                .min()
                .orElse(0);
    }

    /** The middle of the values, or the mean of the two in the middle; NaN of none. */
    static double median(List<Double> values) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
