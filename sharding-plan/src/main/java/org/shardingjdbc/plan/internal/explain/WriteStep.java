package org.shardingjdbc.plan.internal.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.CreateCopy;
import org.shardingjdbc.plan.internal.operator.LookUpKeys;
import org.shardingjdbc.plan.internal.operator.MoveRows;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.OnePerDataSource;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.operator.WriteTablesByKey;

/**
 * One step of a write in several, as explanations show it.
 *
 * @param purpose what it does
 * @param statement with {@code ?} for each value that the execution supplies
 * @param isPlanned whether it is planned before rows are found, so that its execution units are known
 * @param begins whether a text that is executed is its; null when that begins as the statement
 * @param dataSourceName where it goes as it is written; null where its plan decides
 */
public record WriteStep(
        String purpose, NestedStatement statement, boolean isPlanned, Predicate<String> begins, String dataSourceName) {
    private WriteStep(String purpose, NestedStatement statement) {
        this(purpose, statement, false, null, null);
    }

    /** Whether a text that is executed is this step's. */
    boolean runs(String sql) {
        return begins == null ? sql.startsWith(statement.sql()) : begins.test(sql);
    }

    /** What the steps are together. */
    static String operator(SteppedExecution execution) {
        boolean moves = execution instanceof WriteByKey write && write.moving() != null;
        return (moves ? MoveRows.class : execution.getClass()).getSimpleName();
    }

    private static WriteStep planned(String purpose, NestedStatement statement) {
        return new WriteStep(purpose, statement, true, null, null);
    }

    /** The steps of a write, in order; none for other executions. */
    public static List<WriteStep> of(SteppedExecution execution) {
        List<WriteStep> steps = new ArrayList<>();
        if (execution instanceof CopyRows copied) {
            steps.add(planned("read rows", copied.query()));
            String purpose = copied.source() == null ? "insert each on its data node" : "merge each on its data node";
            steps.add(new WriteStep(purpose, copied.write().shown(), false, copied.write()::begins, null));
        } else if (execution instanceof OnePerDataSource perDataSource) {
            perDataSource
                    .statements()
                    .forEach(each -> steps.add(
                            new WriteStep("in its data source", each.statement(), false, null, each.dataSourceName())));
        } else if (execution instanceof CreateCopy copy) {
            steps.add(new WriteStep("create the empty table", copy.create()));
            if (copy.insert() != null) {
                steps.add(new WriteStep("fill it", copy.insert()));
            }
        } else if (execution instanceof WriteByKey write) {
            steps.add(planned(write.keys() == 0 ? "compute values" : "find rows", write.find()));
            addByKey(steps, write, "");
        } else if (execution instanceof WriteTablesByKey write) {
            steps.add(planned("find rows", write.find()));
            write.parts()
                    .forEach(part ->
                            addByKey(steps, part.write(), "of " + part.write().table() + ": "));
        }
        if (execution instanceof LookUpKeys upsert) {
            for (LookUpKeys.Row row : upsert.rows()) {
                if (row.find() != null) {
                    steps.add(planned("look keys up on all data nodes", row.find()));
                }
                if (row.remove() != null) {
                    add(steps, "if found on another node: delete", row.remove());
                } else if (row.elsewhere() != null) {
                    add(steps, "if found on another node: lock", row.lock());
                    add(steps, "if found on another node: write there", row.elsewhere());
                }
                steps.add(new WriteStep("else write on its own data node", row.home()));
            }
        }
        return steps;
    }

    private static void addByKey(List<WriteStep> steps, WriteByKey write, String table) {
        MoveRows move = write.moving();
        if (move != null) {
            add(steps, table + "of rows that move: write", move.update());
            add(steps, table + "of rows that move: read", move.read());
            add(steps, table + "of rows that move: delete", move.delete());
        }
        String alone = write.keys() == 0 ? "write them" : "write each by its key";
        add(steps, table + (move == null ? alone : "of rows that stay: write"), write.write());
        if (move != null) {
            add(steps, table + "of rows that move: insert", move.insert());
            add(steps, table + "of rows whose new key is taken, undo, and count", move.keep());
        }
    }

    private static void add(List<WriteStep> steps, String purpose, StepTemplate template) {
        if (template != null) {
            steps.add(new WriteStep(purpose, template.fill(), false, template::begins, null));
        }
    }
}
