package org.shardingjdbc.testkit.oracle;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.testkit.oracle.Trial.JudgedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.StatementGenerator;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * Makes a difference small: first the decisions behind the statement, then its manner, then the rows. One per
 * difference; not thread-safe.
 */
final class Shrinker {
    private static final int BUDGET = 600;

    private final Arena arena;
    private final TrialKind kind;
    private final StatementGenerator generator;
    private int runs;

    Shrinker(Arena arena, TrialKind kind, StatementGenerator generator) {
        this.arena = arena;
        this.kind = kind;
        this.generator = generator;
    }

    /**
     * The smallest that still differs within the budget.
     *
     * @param decisions what the statement was made of
     */
    Reproduction shrink(int[] decisions, Manner manner) throws SQLException {
        Manner simple = kind.simple();
        Manner smallest = differs(decisions, simple) ? simple : manner;
        int[] fewest = cut(decisions, candidate -> differs(candidate, smallest));
        List<GeneratedStatement> statements = statements(fewest);
        GeneratedSchema rows = arena.generated() == null ? null : fewerRows(statements, smallest);
        List<JudgedStatement> judged = new Trial(arena).run(statements, smallest);
        if (rows != null) {
            arena.restore(
                    arena.generated(),
                    arena.model().tables().stream().map(TableModel::name).toList());
        }
        return new Reproduction(arena, rows, smallest, judged);
    }

    private List<GeneratedStatement> statements(int[] decisions) {
        return kind.generate(generator, arena.model(), RandomChoices.replay(decisions));
    }

    private boolean differs(int[] decisions, Manner manner) {
        return differs(statements(decisions), manner);
    }

    private boolean differs(List<GeneratedStatement> statements, Manner manner) {
        runs++;
        try {
            return new Trial(arena)
                    .run(statements, manner).stream()
                            .anyMatch(judged -> judged.verdict().kind().isDefect());
        } catch (SQLException e) {
            throw new IllegalStateException("While a difference is shrunk", e);
        }
    }

    /** Deletes runs of decisions, then lowers single ones, as long as that helps. */
    private int[] cut(int[] decisions, Predicate<int[]> stillDiffers) {
        int[] best = decisions;
        boolean helped = true;
        while (helped && runs < BUDGET) {
            int[] before = best;
            best = withoutChunks(best, stillDiffers);
            best = lowered(best, stillDiffers);
            helped = !Arrays.equals(before, best);
        }
        return best;
    }

    private int[] withoutChunks(int[] decisions, Predicate<int[]> stillDiffers) {
        int[] best = decisions;
        for (int size = Math.max(1, best.length / 2); size >= 1; size /= 2) {
            for (int at = best.length - size; at >= 0 && runs < BUDGET; at -= size) {
                int[] candidate = without(best, at, size);
                if (stillDiffers.test(candidate)) {
                    best = candidate;
                }
                at = Math.min(at, best.length);
            }
        }
        return best;
    }

    private static int[] without(int[] decisions, int at, int size) {
        int end = Math.min(decisions.length, at + size);
        int[] less = Arrays.copyOf(decisions, decisions.length - (end - at));
        System.arraycopy(decisions, end, less, at, decisions.length - end);
        return less;
    }

    private int[] lowered(int[] decisions, Predicate<int[]> stillDiffers) {
        int[] best = decisions;
        for (int i = 0; i < best.length && runs < BUDGET; i++) {
            for (int value : new int[] {0, best[i] / 2, best[i] - 1}) {
                if (value >= 0 && value < best[i]) {
                    int[] candidate = best.clone();
                    candidate[i] = value;
                    if (stillDiffers.test(candidate)) {
                        best = candidate;
                    }
                }
            }
        }
        return best;
    }

    /** Leaves the rows in both databases with which the statements still differ. */
    private GeneratedSchema fewerRows(List<GeneratedStatement> statements, Manner manner) throws SQLException {
        GeneratedSchema best = arena.generated();
        List<String> mentioned = new ArrayList<>();
        statements.forEach(statement -> mentioned.addAll(arena.mentioned(statement)));
        int until = runs + BUDGET / 2;
        for (int t = 0; t < best.tables().size(); t++) {
            String name = best.tables().get(t).model().name();
            if (!mentioned.contains(name)) {
                continue;
            }
            int size = Math.max(1, best.tables().get(t).rows().size());
            for (; size >= 1 && runs < until; size /= 2) {
                for (int at = 0; at < best.tables().get(t).rows().size() && runs < until; ) {
                    GeneratedSchema candidate = withoutRows(best, t, at, size);
                    arena.restore(candidate, List.of(name));
                    if (differs(statements, manner)) {
                        best = candidate;
                    } else {
                        at += size;
                    }
                }
            }
            arena.restore(best, List.of(name));
        }
        return best;
    }

    private static GeneratedSchema withoutRows(GeneratedSchema schema, int table, int at, int size) {
        List<GeneratedTable> tables = new ArrayList<>(schema.tables());
        List<List<String>> rows = new ArrayList<>(tables.get(table).rows());
        rows.subList(at, Math.min(rows.size(), at + size)).clear();
        tables.set(table, tables.get(table).withRows(rows));
        return schema.withTables(tables);
    }
}
