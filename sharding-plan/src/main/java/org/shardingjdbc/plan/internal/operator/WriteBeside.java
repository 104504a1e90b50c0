package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.Variants;
import org.shardingjdbc.rule.beside.WritesBeside;

/**
 * What rules write beside a write. Immutable but that it keeps the statements of rules.
 *
 * <pre>
 * UPDATE t_order SET order_no = ? WHERE order_id = ?
 *
 *   WriteBeside
 *   ├─ find rows     SELECT order_no, user_id FROM t_order WHERE order_id = ? FOR UPDATE
 *   ├─ before        what rules make of each row, before and after
 *   ├─ the write
 *   └─ after         the same
 * </pre>
 *
 * @param table the logic table that is written
 * @param writers which rules write, in their order
 * @param columns those that any of them asks for, as the table has them
 * @param find the rows of an UPDATE or DELETE with these columns; null of an INSERT
 * @param rows of an INSERT: for each row, the value of each column
 * @param set of an UPDATE: the same for the columns that it sets, null for others; null of others
 * @param refusal why the values cannot be known; null where they can, and then the rest is none
 * @param statements of the rules, by their texts
 */
public record WriteBeside(
        String table,
        List<WritesBeside> writers,
        List<String> columns,
        @Nullable NestedStatement find,
        List<List<GivenValue>> rows,
        @Nullable List<@Nullable GivenValue> set,
        @Nullable ShardingException refusal,
        Variants<String, NestedStatement> statements)
        implements SteppedExecution {
    /** A write beside whose values cannot be known. */
    public static WriteBeside refused(String table, List<WritesBeside> writers, ShardingException refusal) {
        return new WriteBeside(table, writers, List.of(), null, List.of(), null, refusal, new Variants<>());
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "WriteBeside";
    }

    /** The query for the rows, where rows are to be found. The statements of the rules follow from the rows alone. */
    @Override
    public List<NestedStep> inputs() {
        return find == null ? List.of() : List.of(NestedStep.find("find rows", find));
    }

    /** A statement of a rule as a step, whose parameters are the values that the rule gives. */
    public NestedStatement statement(String sql, int values) {
        return statements.get(sql, text -> {
            int[] sources = new int[values];
            for (int i = 0; i < values; i++) {
                sources[i] = -1 - i;
            }
            return new NestedStatement(text, sources);
        });
    }

    /** A description for people, such as {@code by_order_no writes beside t_order}. */
    public List<String> words() {
        return writers.stream()
                .map(writer -> writer.name() + " writes beside " + table)
                .toList();
    }
}
