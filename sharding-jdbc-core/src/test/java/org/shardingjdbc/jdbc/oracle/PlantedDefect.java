package org.shardingjdbc.jdbc.oracle;

import java.util.List;
import org.shardingjdbc.testkit.defect.PlantedSource;

/**
 * A deliberate fault: one line of the planner, the router or the merge, made wrong. No production code knows of it; the
 * changed class exists in a class loader of its own only.
 */
enum PlantedDefect {
    LIMIT_NOT_WIDENED(9003, 0, "sharding-plan", "plan.internal.unit.Paging", "Long.valueOf(rows + skipped)", "rows"),
    OFFSET_LEFT_TO_SHARDS(
            9002, 0, "sharding-merge", "merge.internal.MergePipeline", "isLimited ? bounds.offset() : 0", "0"),
    AVERAGES_ADDED_FOR_SUMS(
            9018,
            40,
            "sharding-plan",
            "plan.internal.merge.Aggregates",
            "derived(\"SUM\", call, \"AVG_DERIVED_SUM\")",
            "derived(\"AVG\", call, \"AVG_DERIVED_SUM\")"),
    NOT_IN_ROUTED_AS_IN(
            9003,
            40,
            "sharding-route",
            "route.internal.shape.ConditionCompiler",
            "return in.negated() == negated ? in(in) : TRUE;",
            "return in(in);"),
    OR_NARROWS_LIKE_AND(
            9000,
            40,
            "sharding-route",
            "route.internal.shape.ConditionCompiler",
            "boolean conjunction = (logical.operator() == LogicalOperator.AND) != negated;",
            "boolean conjunction = true;"),
    DISTINCT_NOT_REAPPLIED(
            9007,
            0,
            "sharding-plan",
            "plan.internal.merge.QueryProof",
            "windows.and(proof.ofMerged(block.items())), United.DUPLICATES",
            "windows, United.NOTHING"),
    HAVING_LEFT_OUT(
            9001,
            0,
            "sharding-merge",
            "merge.internal.MergePipeline",
            "new FilteredRows(openAll(filter.input()), filter.condition(), formulaValues())",
            "openAll(filter.input())"),
    COUNT_MERGED_AS_MINIMUM(
            9117,
            0,
            "sharding-merge",
            "merge.internal.group.Accumulators",
            "case COUNT -> new CountOfRows(column, type)",
            "case COUNT -> extreme(aggregate, -1)"),
    DIRECTION_LOST(9002, 0, "sharding-merge", "merge.internal.order.SortKeyValues", "key.descending()", "false"),
    NULL_ORDER_LOST(
            9008,
            0,
            "sharding-merge",
            "merge.internal.order.SortKeyValues",
            "key.nullsFirst() ? -1 : 1",
            "key.nullsFirst() ? 1 : -1"),
    WINDOW_PUSHED_TO_EVERY_SHARD(
            9003,
            0,
            "sharding-plan",
            "plan.internal.proof.WindowRule",
            "return nodes.windowOnOneNode(block, call.over())",
            "return true"),
    BINDING_WITHOUT_JOIN_CONDITION(
            9002,
            0,
            "sharding-route",
            "route.internal.bind.Alignment",
            "use.region().equal(term, other)",
            "true",
            "sharded.ofFirstKeys(region.equalTo(term))",
            "sharded.ofGroup(table)"),
    GROUPS_LEFT_TO_SHARDS(
            9002,
            0,
            "sharding-plan",
            "plan.internal.proof.GroupRule",
            "return nodes.groupsOnOneNode(block)",
            "return true"),
    NESTED_LIMIT_LEFT_TO_SHARDS(
            9006,
            0,
            "sharding-plan",
            "plan.internal.proof.LimitRule",
            "return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, \"LIMIT\", limit);",
            "return Verdict.NOTHING;"),
    NESTED_DISTINCT_LEFT_TO_SHARDS(
            9004,
            0,
            "sharding-plan",
            "plan.internal.proof.DistinctRule",
            "nodes.distinctOnOneNode(block, query)",
            "true"),
    OUTER_JOIN_LEFT_TO_SHARDS(
            9003,
            0,
            "sharding-plan",
            "plan.internal.proof.JoinRule",
            "join.kind() == keeping || join.kind() == JoinKind.FULL",
            "false"),
    ONE_ROW_WRITTEN_BY_KEY(
            9023,
            80,
            "sharding-engine",
            "engine.internal.statement.step.write.KeyedWriting",
            "while (rows.next()) {",
            "if (rows.next()) {"),
    MOVED_WITH_OLD_KEY(
            9001,
            0,
            "sharding-engine",
            "engine.internal.statement.step.write.RowMoving",
            "row[i] = key.get(i);",
            "row[i] = row[i];"),
    INSERT_NOT_DIVIDED(
            9001,
            0,
            "sharding-route",
            "route.internal.shape.InsertShape",
            "splits.isEmpty() || chosen == 1 ?",
            "true ?"),
    FILTER_THAT_NULLS_PASS(
            9031,
            0,
            "sharding-plan",
            "plan.internal.pull.LeafFilters",
            "!fact.fromOutside() || PushedCondition.rejectsNulls(conjunct.condition())",
            "true"),
    UNION_DISTINCT_BY_FIRST_COLUMN(
            9002,
            60,
            "sharding-plan",
            "plan.internal.merge.UnionScatter",
            "IntStream.rangeClosed(1, outputs.size())",
            "IntStream.rangeClosed(1, Math.min(1, outputs.size()))");

    /** Of the schema whose statements find it soon. */
    private final long seed;

    /** The first of them that is asked. */
    private final int first;

    private final PlantedSource source;

    /** @param parts what is right, what is wrong, and so on */
    PlantedDefect(long seed, int first, String module, String className, String... parts) {
        this.seed = seed;
        this.first = first;
        this.source = new PlantedSource(module, "org.shardingjdbc." + className, List.of(parts));
    }

    long seed() {
        return seed;
    }

    int first() {
        return first;
    }

    PlantedSource source() {
        return source;
    }
}
