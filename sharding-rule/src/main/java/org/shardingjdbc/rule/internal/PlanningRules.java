package org.shardingjdbc.rule.internal;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.side.StatementValues;

/**
 * What planning a statement asks the rules, besides where its tables are: what they do to values of columns, what they
 * refuse or want to look at, and what they do beside. Immutable, safe for all threads.
 */
public interface PlanningRules extends Placements {
    /** Whether rules have a part in statements of some tables: they look their rows up, or write beside them. */
    boolean accompany();

    /** What tells where rows of a table are, that rules place; mostly empty. */
    List<LookUp> lookUps(String table);

    /** What rules write beside the writes of a table that they place, in their order; mostly empty. */
    List<WritesBeside> writesBeside(String table);

    /**
     * The columns of a table whose values rules transform, each once, by all rules in their order. A name that is no
     * logic table's stands for the logic table to which the actual table of that name belongs.
     *
     * @return mostly empty
     */
    List<TransformedColumn> columns(String table);

    /** The names of the rules that transform a column of a table, in their order. */
    List<String> transformers(String table, String column);

    /** Lower-case names of functions of users that are known to change nothing. */
    Set<String> harmlessFunctions();

    /** Whether a rule heeds values that hints in comments give under that name. */
    boolean heedHint(String name);

    /** Looks at a statement with the eyes of each rule: why the first one refuses it; null where none does. */
    @Nullable
    ShardingException refusal(PlannedStatement statement);

    /**
     * Looks at a statement that goes to a data source as it is written because a comment says so.
     *
     * @throws ShardingException when a rule refuses that
     */
    void checkAsWritten();

    /**
     * What rules look at when a statement is executed.
     *
     * @return null where none does
     */
    @Nullable
    PlannedChecks executionChecks(PlannedStatement statement);

    /**
     * What rules look at when the data nodes of an execution are known.
     *
     * @return null where none does
     */
    @Nullable
    RoutedChecks routeChecks(PlannedStatement statement);

    /**
     * What rules put around the executions of a statement.
     *
     * @return null where they put nothing
     */
    @Nullable
    PlannedInterceptors interceptors(PlannedStatement statement);

    /**
     * What tells on which side executions of a statement run.
     *
     * @param values what it says of its values
     * @return {@link #noSides} where no rule has shadows
     */
    Sides sides(PlannedStatement statement, StatementValues values);

    /** The sides of statements where no rule has shadows; always the same. */
    Sides noSides();
}
