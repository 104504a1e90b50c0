package org.shardingjdbc.benchmarks.transaction;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was measured, round by round, and its ratios. Not thread-safe. */
final class Throughputs {
    /** By operation and threads. */
    private final Map<String, Map<Party, List<Double>>> cells = new LinkedHashMap<>();

    /** Ours, the other, and what their ratio is to be at least. */
    private record Goal(Party ours, Party other, double least) {}

    private static final List<Goal> GOALS = List.of(
            new Goal(Party.LOCAL_OURS, Party.LOCAL_HAND, 0.95),
            new Goal(Party.LOCAL_OURS, Party.LOCAL_SHARDINGSPHERE, 1),
            new Goal(Party.XA_OURS, Party.XA_SHARDINGSPHERE, 1.1),
            new Goal(Party.XA_OURS, Party.XA_HAND_LOGGED, 0.9),
            new Goal(Party.XA_OURS, Party.XA_HAND, 0.9));

    /** Of the next round. */
    void add(String operation, int threads, Party party, double perSecond) {
        cells.computeIfAbsent(operation + " | " + threads, key -> new EnumMap<>(Party.class))
                .computeIfAbsent(party, key -> new ArrayList<>())
                .add(perSecond);
    }

    String markdown() {
        StringBuilder text =
                new StringBuilder("| operation | threads | who | transactions/s |\n| --- | --- | --- | --- |\n");
        cells.forEach((cell, parties) -> parties.forEach((party, values) ->
                text.append(String.format(Locale.ROOT, "| %s | %s | %,.0f |%n", cell, party.title(), median(values)))));
        text.append("\n| operation | threads | ratio | median of the rounds | least and most | goal |\n"
                + "| --- | --- | --- | --- | --- | --- |\n");
        cells.forEach((cell, parties) -> GOALS.forEach(goal -> {
            if (parties.containsKey(goal.ours) && parties.containsKey(goal.other)) {
                ratio(text, cell, goal, ratios(parties.get(goal.ours), parties.get(goal.other)));
            }
        }));
        return text.toString();
    }

    private static void ratio(StringBuilder text, String cell, Goal goal, List<Double> ratios) {
        double median = median(ratios);
        text.append(String.format(
                Locale.ROOT,
                "| %s | %s / %s | %.2f | %.2f to %.2f | %s: at least %.2f |%n",
                cell,
                goal.ours.title(),
                goal.other.title(),
                median,
                ratios.stream().mapToDouble(each -> each).min().orElseThrow(),
                ratios.stream().mapToDouble(each -> each).max().orElseThrow(),
                median >= goal.least ? "reached" : "**not reached**",
                goal.least));
    }

    private static List<Double> ratios(List<Double> ours, List<Double> others) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), others.size()); i++) {
            ratios.add(ours.get(i) / others.get(i));
        }
        return ratios;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
