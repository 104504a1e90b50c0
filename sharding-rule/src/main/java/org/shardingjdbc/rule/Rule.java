package org.shardingjdbc.rule;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.side.SideChoice;
import org.shardingjdbc.rule.side.StatementValues;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.SwitchListener;

/**
 * What one configured rule contributes, besides the tables that it placed when it was compiled. A rule overrides what
 * it has a part in. Immutable, shared by all threads.
 *
 * <p>Its methods stand here by the stage of a statement's way that they are for:
 *
 * <table>
 * <caption>Where a rule is asked</caption>
 * <tr><th>stage</th><th>what a rule says there</th><th>methods</th></tr>
 * <tr><td>compile: for all statements</td><td>which tables of data sources are its own, and what functions of users do</td>
 *     <td>{@link #name}, {@link #adopts}, {@link #adoptionPrecision}, {@link #defaultDataSource},
 *     {@link #harmlessFunctions}</td></tr>
 * <tr><td>bind: names get their tables</td><td>which columns are stored in another form</td>
 *     <td>{@link #columns}</td></tr>
 * <tr><td>route: where rows are</td><td>what tells that besides the sharding columns, and what must not go anywhere</td>
 *     <td>{@link #heedsHint}, {@link #refusalAsWritten}, {@link #refusal}, {@link #lookUps}</td></tr>
 * <tr><td>plan: what data nodes do</td><td>what is written besides, and who looks at the executions</td>
 *     <td>{@link #writesBeside}, {@link #sideChoice}, {@link #executionCheck}, {@link #routeCheck}</td></tr>
 * <tr><td>execute: statements reach databases</td><td>which database stands for a data source, and what guards it</td>
 *     <td>{@link #readerClientInfo}, {@link #dataSourceChoice}, {@link #dataSourceGuard}</td></tr>
 * <tr><td>observe: besides all statements</td><td>what is watched, switched off by hand and checked</td>
 *     <td>{@link #databaseWatch}, {@link #switchListener}, {@link #copies}</td></tr>
 * </table>
 */
public interface Rule {
    /** The {@link #adoptionPrecision} of a data source that is told for one table of one schema. */
    int NAMED_WITH_SCHEMA = 3;

    // ---- compile

    /** What refusals and explanations call it: a word or two for users, never empty. */
    String name();

    /**
     * Whether a table that was found in a data source, and that no rule places, is pinned there.
     *
     * @param dataSource index of the data source
     * @param schema of the table, null where there is none
     */
    default boolean adopts(int dataSource, @Nullable String schema, String table) {
        return false;
    }

    /**
     * How exactly the rule tells that data source of a table that it {@link #adopts}: where several have one of that
     * name, it is meant where that is told most exactly.
     *
     * @return 0 where it would take the table from any, {@link #NAMED_WITH_SCHEMA} at most
     */
    default int adoptionPrecision(int dataSource, @Nullable String schema, String table) {
        return 0;
    }

    /** Index of the data source where a table is created that no rule places; -1 where this rule says nothing of it. */
    default int defaultDataSource() {
        return -1;
    }

    /**
     * Functions of users that change nothing, and whose results rows and arguments decide, wherever they are called;
     * asked once.
     *
     * @return lower-case names as statements call them, with the schema where statements name it
     */
    default Set<String> harmlessFunctions() {
        return Set.of();
    }

    // ---- bind

    /**
     * The columns of a logic table whose values this rule transforms; asked when a statement is planned. What a
     * statement does with them that is not proved to be right is refused.
     *
     * @param table as the rules or its data source name it; compared without case
     */
    default List<TransformedColumn> columns(String table) {
        return List.of();
    }

    // ---- route

    /**
     * Whether values that hints in comments give under a name are for this rule, as
     * {@code name.SHARDING_TABLE_VALUE=x}; a name that nobody heeds is refused.
     */
    default boolean heedsHint(String name) {
        return false;
    }

    /**
     * Looks at a statement whose comments name a data source to which it goes as it is written, so that no rule sees
     * its tables; asked when it is planned.
     *
     * @return why a comment must not ask for that, as a clause that follows a colon; null where nothing is against it
     */
    default @Nullable String refusalAsWritten() {
        return null;
    }

    /**
     * Looks at a statement before it is routed.
     *
     * @return why it must not be executed, as a clause that follows a colon; null where nothing is against it
     */
    default @Nullable String refusal(PlannedStatement statement) {
        return null;
    }

    /**
     * What tells where rows of a logic table are; asked once for each configuration.
     *
     * @param table as its rule names it
     * @return the first whose columns a statement gives is asked; mostly empty, which costs nothing
     */
    @Incubating
    default List<LookUp> lookUps(String table) {
        return List.of();
    }

    // ---- plan

    /**
     * What is written beside the writes of a logic table; asked once for each configuration.
     *
     * @param table as its rule names it
     * @return null where nothing is, which costs nothing
     */
    @Incubating
    default @Nullable WritesBeside writesBeside(String table) {
        return null;
    }

    /**
     * Looks at a statement to tell, in each of its executions, whether it runs on production or on its shadow. A rule
     * that has shadows says so of every statement; of two rules of one configuration that do, the first is heard.
     *
     * @param values what the statement says of its values; nothing of a statement whose tables are not known
     * @return null where this rule has no shadows, which costs nothing
     */
    @Incubating
    default @Nullable SideChoice sideChoice(PlannedStatement statement, StatementValues values) {
        return null;
    }

    /**
     * Looks at a statement for the last time when it is planned.
     *
     * @return looks at its executions; null where the statement says all, which costs nothing
     */
    default @Nullable ExecutionCheck executionCheck(PlannedStatement statement) {
        return null;
    }

    /**
     * Looks at a statement for the last time when it is planned.
     *
     * @return looks at the data nodes of its executions; null where there is nothing to look at, which costs nothing
     */
    default @Nullable RouteCheck routeCheck(PlannedStatement statement) {
        return null;
    }

    // ---- execute

    /**
     * The name of the client info ({@link java.sql.Connection#setClientInfo}) by which a connection may tell who reads,
     * as {@link org.shardingjdbc.rule.hint.ShardingHint#setReader} does. Drivers are not told of it.
     *
     * @return null where connections must not tell
     */
    default @Nullable String readerClientInfo() {
        return null;
    }

    /** Which database stands for a data source; null where this rule has no say in it, which costs nothing. */
    default @Nullable DataSourceChoice dataSourceChoice() {
        return null;
    }

    /**
     * What guards a data source; asked once for each configuration.
     *
     * @param name as it is configured
     * @return null where this rule does not guard it, which costs nothing
     */
    default @Nullable DataSourceGuard dataSourceGuard(String name) {
        return null;
    }

    // ---- observe

    /**
     * What watches over the databases between which {@link #dataSourceChoice} chooses: always the same. Null where
     * nothing does.
     */
    @Incubating
    default @Nullable DatabaseWatch databaseWatch() {
        return null;
    }

    /**
     * Who is told which databases are switched off by hand; asked for once. A rule that chooses between several
     * databases does not choose those where another one will do.
     *
     * @return null where it makes no difference to the rule
     */
    @Incubating
    default @Nullable SwitchListener switchListener() {
        return null;
    }

    /**
     * The databases that hold copies of what a data source holds, as replicas do; asked when a deployment is checked.
     *
     * @param dataSource its index
     * @return indexes among {@link DataSourceNames#all()}, with that of the data source itself or without; mostly empty
     */
    default List<Integer> copies(int dataSource) {
        return List.of();
    }
}
