package org.shardingjdbc.testkit.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.testkit.oracle.Trial.JudgedStatement;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement.Kind;

/** What became of the statements of a run. Not thread-safe; complete when {@link Oracle#run} returns it. */
public final class OracleReport {
    private static final int MOST_CRASHES = 5;

    private final String title;
    private final long seed;
    private final Map<Kind, Integer> reads = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> writes = new EnumMap<>(Kind.class);
    private final Map<Integer, Refusal> refusals = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();
    private final int wanted;
    private final int mostDifferences;
    private final List<String> crashes = new ArrayList<>();
    private int asked;

    /** How often a code refused, and what first. */
    private record Refusal(int count, String sql, String message) {}

    /**
     * @param wanted how many statements are to be asked
     * @param mostDifferences after how many differences it is over
     */
    OracleReport(String title, long seed, int wanted, int mostDifferences) {
        this.title = title;
        this.seed = seed;
        this.wanted = wanted;
        this.mostDifferences = mostDifferences;
    }

    boolean isComplete() {
        return asked >= wanted || differences.size() >= mostDifferences;
    }

    void count(JudgedStatement judged) {
        Judgement verdict = judged.verdict();
        asked++;
        (judged.statement().write() ? writes : reads).merge(verdict.kind(), 1, Integer::sum);
        if (verdict.kind() == Kind.REFUSED) {
            Refusal first = refusals.get(verdict.code());
            refusals.put(
                    verdict.code(),
                    first == null
                            ? new Refusal(1, judged.statement().sql(), verdict.message())
                            : new Refusal(first.count() + 1, first.sql(), first.message()));
        }
    }

    /**
     * A statement has ended the server; the others of its schema are not asked.
     *
     * @throws ServerCrash itself, when there were too many to be chance
     */
    void crashed(ServerCrash crash) {
        crashes.add(crash.getMessage());
        if (crashes.size() > MOST_CRASHES) {
            throw crash;
        }
    }

    void difference(String description) {
        differences.add(description);
    }

    /** The seed of the run. */
    public long seed() {
        return seed;
    }

    /** How many statements were asked. */
    public int asked() {
        return asked;
    }

    /** Minimal reproductions of what differed. */
    public List<String> differences() {
        return Collections.unmodifiableList(differences);
    }

    /** The share of reads that were answered, of those that the plain database accepts; 1 if there were none. */
    public double answeredReads() {
        return answered(reads);
    }

    /** The share of writes that were answered, of those that the plain database accepts; 1 if there were none. */
    public double answeredWrites() {
        return answered(writes);
    }

    private static double answered(Map<Kind, Integer> counts) {
        int same = counts.getOrDefault(Kind.SAME, 0);
        int accepted = accepted(counts);
        return accepted == 0 ? 1 : (double) same / accepted;
    }

    private static int accepted(Map<Kind, Integer> counts) {
        return counts.getOrDefault(Kind.SAME, 0)
                + counts.getOrDefault(Kind.REFUSED, 0)
                + counts.getOrDefault(Kind.DIFFERENT, 0);
    }

    /** @throws AssertionError when a statement was answered differently; its message shows how to see it again */
    public void assertNoDifference() {
        if (!differences.isEmpty()) {
            throw new AssertionError(title + ", seed " + seed + ": " + differences.size()
                    + " statements are answered differently\n\n" + String.join("\n\n", differences));
        }
    }

    /** The table of verdicts. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%s, seed %d, %d statements%n".formatted(title, seed, asked));
        appendLine(text, "reads", reads);
        appendLine(text, "writes", writes);
        crashes.forEach(sql -> text.append("  ended the server: %s%n".formatted(sql)));
        refusals.forEach((code, refusal) ->
                text.append("  SHD-%d: %d, first %s%n".formatted(code, refusal.count(), refusal.sql())));
        return text.toString();
    }

    private static void appendLine(StringBuilder text, String name, Map<Kind, Integer> counts) {
        text.append(String.format(Locale.ROOT, "  %-6s", name));
        for (Kind kind : Kind.values()) {
            text.append(String.format(
                    Locale.ROOT, "  %s %d", kind.name().toLowerCase(Locale.ROOT), counts.getOrDefault(kind, 0)));
        }
        text.append(String.format(Locale.ROOT, "  answered %.1f %% of %d%n", 100 * answered(counts), accepted(counts)));
    }
}
