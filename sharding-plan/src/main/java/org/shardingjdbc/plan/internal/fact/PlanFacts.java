package org.shardingjdbc.plan.internal.fact;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.template.ParameterSources;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * What is known of a statement whichever units it goes to. Immutable.
 *
 * @param sql the statement as it is executed where a hint alone places it
 * @param parameterSources for each {@code ?} of it, in text order, the 0-based parameter that it takes
 * @param statementClass what it means for transactions and results
 * @param returnsRows whether it returns rows
 * @param heldRows whether its rows must not be read as a stream
 * @param mostRows how many it returns of each data node at most
 * @param generatedKeys keys to be made, or null
 * @param logicTables the ruled and single tables that it names, each once
 * @param tableNames the configured name of each bound table, by index
 * @param replicated whether update counts are those of copies
 * @param dataSourceNames by index
 * @param declared the dependences of binding groups that it is right by, as they were declared; often empty
 * @param placeless whether it names no table whose place a rule tells, so that a hint alone may tell it
 * @param commentHints those of the statement's comments
 * @param views the views over sharded tables whose queries stand in the statement
 * @param whole tables whose columns it takes by their places
 * @param warnings what the application is told when it was executed
 * @param rules what rules have to do with it
 */
@SuppressWarnings("ArrayRecordComponent")
public record PlanFacts(
        String sql,
        int[] parameterSources,
        StatementClass statementClass,
        boolean returnsRows,
        boolean heldRows,
        MostRows mostRows,
        @Nullable GeneratedKeys generatedKeys,
        List<String> logicTables,
        List<String> tableNames,
        boolean replicated,
        List<String> dataSourceNames,
        List<String> declared,
        boolean placeless,
        CommentHint commentHints,
        List<LogicView> views,
        List<WholeTable> whole,
        List<String> warnings,
        RuleParts rules) {
    public PlanFacts {
        views = List.copyOf(views);
        logicTables = List.copyOf(logicTables);
        tableNames = tableNames.equals(logicTables) ? logicTables : List.copyOf(tableNames);
        declared = List.copyOf(declared);
        whole = List.copyOf(whole);
        warnings = List.copyOf(warnings);
    }

    /**
     * Whether its executions are route, acquire, bind, run, hand over, with nothing around that follows from the plan:
     * a read whose rows go through as they are, that no rule bounds or sends to a side, and that has nothing to do with
     * what its session remembers.
     */
    public boolean isPlain() {
        return statementClass == StatementClass.READ
                && returnsRows
                && generatedKeys == null
                && whole.isEmpty()
                && rules.isPlain();
    }

    /** What rules call it. */
    public StatementKind kind() {
        StatementKind kind = statementClass.kind();
        return kind == StatementKind.READ && !rules.plainRead() ? StatementKind.OTHER_READ : kind;
    }

    /** The same with other parts of rules. */
    public PlanFacts with(RuleParts other) {
        return new PlanFacts(
                sql,
                parameterSources,
                statementClass,
                returnsRows,
                heldRows,
                mostRows,
                generatedKeys,
                logicTables,
                tableNames,
                replicated,
                dataSourceNames,
                declared,
                placeless,
                commentHints,
                views,
                whole,
                warnings,
                other);
    }

    /** How many parameters the statement has: as many as it has {@code ?}, or the greatest {@code $n}. */
    public int parameterCount() {
        int count = 0;
        for (int source : parameterSources) {
            count = Math.max(count, source + 1);
        }
        return count;
    }

    /** How many parameters a statement has: as many as it has {@code ?}, or the greatest {@code $n}. */
    public static int parameterCount(ParsedSql parsed) {
        int count = 0;
        for (int source : sources(parsed)) {
            count = Math.max(count, source + 1);
        }
        return count;
    }

    /** The hints of an execution: those of open scopes and those of the statement's comments. */
    public HintValues hints(HintValues scopes) {
        return commentHints.over(scopes);
    }

    /** The data source that hints name for the statement as it is written; null where they do not. */
    public @Nullable String verbatimAt(HintValues hints) {
        String name = hints.dataSourceName();
        if (hints.skipRewrite() && name == null) {
            throw new ShardingException(
                    ErrorCode.HINT_INVALID,
                    "SKIP_SQL_REWRITE sends the statement as it is written to one data source, which DATA_SOURCE_NAME"
                            + " must name");
        }
        return name != null && (hints.skipRewrite() || placeless && indexOf(name) >= 0) ? name : null;
    }

    private int indexOf(String dataSourceName) {
        for (int i = 0; i < dataSourceNames.size(); i++) {
            if (dataSourceNames.get(i).equalsIgnoreCase(dataSourceName)) {
                return i;
            }
        }
        return -1;
    }

    /** The index of the data source that a hint names for the statement as it is written. */
    public int verbatimDataSource(String dataSourceName) {
        if (rules.columns() != null) {
            throw new ShardingException(
                    ErrorCode.HINT_INVALID,
                    "rules transform values of the statement, which cannot go as it is written");
        }
        int dataSource = indexOf(dataSourceName);
        if (dataSource < 0) {
            throw new ShardingException(
                    ErrorCode.HINT_INVALID,
                    "there is no data source " + dataSourceName + "; known are " + dataSourceNames);
        }
        return dataSource;
    }

    /** For each {@code ?} of a statement, in text order, the 0-based parameter that it takes. */
    public static int[] sources(ParsedSql parsed) {
        int[] sources = new int[parsed.parameters().size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = parsed.parameters().get(i).index();
        }
        return ParameterSources.shared(sources);
    }

    /**
     * A table whose columns a plan takes by their places, while no result tells their names: they are asked for before
     * the plan is executed. Immutable.
     *
     * @param logicTable its name as rules know it
     * @param columns their names in the order that the plan counts on
     * @param queries by data source index, an actual query that returns all columns of an actual table and no row; an
     *     empty text where there is none
     */
    public record WholeTable(String logicTable, List<String> columns, List<String> queries) {
        public WholeTable {
            columns = List.copyOf(columns);
            queries = List.copyOf(queries);
        }
    }
}
