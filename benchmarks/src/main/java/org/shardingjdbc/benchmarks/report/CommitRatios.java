package org.shardingjdbc.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.benchmarks.report.Figures.Key;
import org.shardingjdbc.benchmarks.report.Figures.Rounds;

/**
 * This library at two of its commits, measured in turn on one machine: what has become slower, or allocates more. Of
 * each operation the least time of all rounds counts, as what else a machine does can only add to it, and the median of
 * the bytes, which hardly vary. Immutable.
 */
public final class CommitRatios {
    /** @param before and now as {@link Figures#OURS}, nanoseconds and bytes; NaN where not measured */
    private record Line(String backend, Operation operation, double before, double now, double bytes, double bytesNow) {
        double ratio() {
            return now / before;
        }

        double bytesRatio() {
            return bytesNow / bytes;
        }
    }

    private final List<Line> lines = new ArrayList<>();

    /** What was measured only once is left out. */
    public CommitRatios(Figures before, Figures now) {
        Map<Key, Rounds> earlier = new LinkedHashMap<>(before.all());
        now.all().forEach((key, rounds) -> {
            Rounds other = earlier.get(key);
            if (other != null && key.contender().equals(Figures.OURS)) {
                lines.add(new Line(
                        key.backend(),
                        key.operation(),
                        least(other.nanos()),
                        least(rounds.nanos()),
                        Figures.median(other.bytes()),
                        Figures.median(rounds.bytes())));
            }
        });
    }

    private static double least(List<Double> rounds) {
        return rounds.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    /** A table in Markdown, in the order of measuring. */
    public String table() {
        StringBuilder table =
                new StringBuilder("| operation | before | now | now / before |\n| --- | --- | --- | --- |\n");
        for (Line each : lines) {
            table.append("| ").append(each.backend).append(", ").append(each.operation.title());
            table.append(" | ").append(figure(each.before, each.bytes));
            table.append(" | ").append(figure(each.now, each.bytesNow));
            table.append(" | ").append(Numbers.ratio(each.ratio())).append(" |\n");
        }
        return table.toString();
    }

    private static String figure(double nanos, double bytes) {
        String time = Numbers.time(nanos);
        return Double.isNaN(bytes) ? time : time + (time.isEmpty() ? "" : ", ") + Numbers.size(bytes);
    }

    /**
     * A sentence for each operation that takes longer by more than a factor, or allocates more by more than it and by
     * more than 16 bytes.
     *
     * @param factor such as 1.05
     */
    public List<String> regressions(double factor) {
        List<String> regressions = new ArrayList<>();
        for (Line each : lines) {
            String what = each.backend + ", " + each.operation.title();
            if (each.ratio() > factor) {
                regressions.add(what + " takes " + Numbers.ratio(each.ratio()) + " times as long");
            }
            if (each.bytesRatio() > factor && each.bytesNow - each.bytes > 16) {
                regressions.add(what + " allocates " + Numbers.ratio(each.bytesRatio()) + " times as much");
            }
        }
        return regressions;
    }
}
