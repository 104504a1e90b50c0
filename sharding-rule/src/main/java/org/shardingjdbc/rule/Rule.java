package org.shardingjdbc.rule;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.execution.ExecutionCheck;
import org.shardingjdbc.rule.execution.ExecutionInterceptor;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.RouteCheck;
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
 * <tr><td>route: where rows are</td><td>what decides that beside the sharding columns, and which statements are refused</td>
 *     <td>{@link #heedsHint}, {@link #refusalAsWritten}, {@link #refusal}, {@link #lookUps}</td></tr>
 * <tr><td>plan: what data nodes do</td><td>additional writes, and checks of executions</td>
 *     <td>{@link #writesBeside}, {@link #sideChoice}, {@link #executionCheck}, {@link #routeCheck},
 *     {@link #executionInterceptor}</td></tr>
 * <tr><td>execute: statements reach databases</td><td>which database stands for a data source, and what guards it</td>
 *     <td>{@link #readerClientInfo}, {@link #dataSourceChoice}, {@link #dataSourceGuard}</td></tr>
 * <tr><td>observe: beside all statements</td><td>what is watched, switched off by hand and checked</td>
 *     <td>{@link #databaseWatch}, {@link #switchListener}, {@link #copies}</td></tr>
 * </table>
 */
public interface Rule {
    /** The {@link #adoptionPrecision} of a data source that is configured for one table of one schema. */
    int NAMED_WITH_SCHEMA = 3;

    // ---- compile

    /** The name of the rule in refusals and explanations: a word or two for users, never null or empty. */
    String name();

    /**
     * Whether this rule takes a table into the logic database that was found in a data source and that no rule places.
     * Such a table is pinned to that data source.
     *
     * @param dataSource index of the data source among those that hold tables
     * @param schema the schema of the table; null where the database has none
     * @param table its name as the database tells it
     */
    default boolean adopts(int dataSource, @Nullable String schema, String table) {
        return false;
    }

    /**
     * How exactly the configuration of this rule names the data source of a table that it {@link #adopts}. If several
     * data sources have a table of that name, the table of the data source with the highest number is used.
     *
     * @return from 0, where the rule takes the table from any data source, up to {@link #NAMED_WITH_SCHEMA}
     */
    default int adoptionPrecision(int dataSource, @Nullable String schema, String table) {
        return 0;
    }

    /**
     * The data source in which a table is created that no rule places. Two rules of a configuration may not have
     * different ones.
     *
     * @return its index among those that hold tables; -1 where this rule does not decide that
     */
    default int defaultDataSource() {
        return -1;
    }

    /**
     * Functions of the user's databases that change nothing, and whose results depend on rows and arguments alone, so
     * that any data node may compute them. Asked once for each configuration.
     *
     * @return lower-case names as statements call them, with the schema where statements name it
     */
    default Set<String> harmlessFunctions() {
        return Set.of();
    }

    // ---- bind

    /**
     * The columns of a logic table whose values this rule transforms. Asked when a statement is planned; a statement is
     * refused if it does something with such a column that is not proved to be right.
     *
     * @param table as the rules or its data source name it; compared without case
     */
    default List<TransformedColumn> columns(String table) {
        return List.of();
    }

    // ---- route

    /**
     * Whether this rule uses the values that a hint in a comment gives under a name, such as
     * {@code name.SHARDING_TABLE_VALUE=x}. A statement is refused if no rule uses a name of its hints.
     */
    default boolean heedsHint(String name) {
        return false;
    }

    /**
     * Whether a comment may send a statement to a data source as it is written, so that no rule sees its tables. Asked
     * when such a statement is planned.
     *
     * @return why it is refused, as a clause that follows a colon; null where this rule allows it
     */
    default @Nullable String refusalAsWritten() {
        return null;
    }

    /**
     * Whether a statement may be executed. Asked when it is planned, before it is routed.
     *
     * @return why it is refused, as a clause that follows a colon; null where this rule allows it
     */
    default @Nullable String refusal(PlannedStatement statement) {
        return null;
    }

    /**
     * Look-ups that find the data nodes of rows of a logic table by other columns than its sharding columns. Asked once
     * for each configuration.
     *
     * @param table the name that its rule gives it
     * @return in order of preference: a statement uses the first one whose columns it restricts. Empty, which costs
     *     nothing, where there are none
     */
    @Incubating
    default List<LookUp> lookUps(String table) {
        return List.of();
    }

    // ---- plan

    /**
     * What this rule writes, in the same transaction, whenever rows of a logic table are written. Asked once for each
     * configuration.
     *
     * @param table the name that its rule gives it
     * @return null, which costs nothing, where it writes nothing
     */
    @Incubating
    default @Nullable WritesBeside writesBeside(String table) {
        return null;
    }

    /**
     * Decides for each execution of a statement whether it runs on the production databases or on their shadows. Asked
     * when the statement is planned, and for one of which nothing is known when rules are compiled. A rule with shadows
     * answers for every statement; two such rules in one configuration are a mistake that names both.
     *
     * @param values which values the statement gives to columns; without any where its tables are not known
     * @return null, which costs nothing, where this rule has no shadows
     */
    @Incubating
    default @Nullable SideChoice sideChoice(PlannedStatement statement, StatementValues values) {
        return null;
    }

    /**
     * A check of each execution of a statement, by its parameters and hints. Asked when the statement is planned.
     *
     * @return null, which costs nothing, where executions of this statement need no check
     */
    default @Nullable ExecutionCheck executionCheck(PlannedStatement statement) {
        return null;
    }

    /**
     * A check of each execution of a statement, by the data nodes that it goes to. Asked when the statement is planned.
     *
     * @return null, which costs nothing, where executions of this statement need no check
     */
    default @Nullable RouteCheck routeCheck(PlannedStatement statement) {
        return null;
    }

    /**
     * What stands around each execution of a statement. Asked when the statement is planned.
     *
     * @return null, which costs nothing, where this rule puts nothing around it
     */
    @Incubating
    default @Nullable ExecutionInterceptor executionInterceptor(PlannedStatement statement) {
        return null;
    }

    // ---- execute

    /**
     * The name of the client info ({@link java.sql.Connection#setClientInfo}) by which a connection may name its
     * reader, as {@link org.shardingjdbc.rule.hint.ShardingHint#setReader} does. It is not passed on to drivers. Rules
     * of one configuration that have one must agree on it.
     *
     * @return null where connections cannot say that
     */
    default @Nullable String readerClientInfo() {
        return null;
    }

    /**
     * Chooses, for each execution, the database that is used in place of a data source, such as a replica.
     *
     * @return null, which costs nothing, where this rule chooses nothing
     */
    default @Nullable DataSourceChoice dataSourceChoice() {
        return null;
    }

    /**
     * A guard that admits statements to a data source. Asked once for each data source and configuration. Where several
     * rules have one for it, a statement enters them one after the other, in the order of the rules.
     *
     * @param name the configured name of the data source
     * @return null, which costs nothing, where this rule does not guard it
     */
    default @Nullable DataSourceGuard dataSourceGuard(String name) {
        return null;
    }

    // ---- observe

    /**
     * Watches over the databases between which {@link #dataSourceChoice} chooses.
     *
     * @return the same at each call; null where nothing watches
     */
    @Incubating
    default @Nullable DatabaseWatch databaseWatch() {
        return null;
    }

    /**
     * Learns which databases an operator has switched off. Asked for once, when the configuration is compiled. A rule
     * that chooses between several databases avoids those that are switched off as long as another one can be used.
     *
     * @return null where it makes no difference to this rule
     */
    @Incubating
    default @Nullable SwitchListener switchListener() {
        return null;
    }

    /**
     * The databases that hold a copy of all rows of a data source, as replicas do. Asked when
     * {@code ShardingDataSource.check} compares them.
     *
     * @param dataSource its index
     * @return indexes among {@link DataSourceNames#all()}, which may contain that of the data source itself; empty
     *     where there are none
     */
    default List<Integer> copies(int dataSource) {
        return List.of();
    }
}
