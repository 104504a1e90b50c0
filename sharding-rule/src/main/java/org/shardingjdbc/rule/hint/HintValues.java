package org.shardingjdbc.rule.hint;

import java.util.List;

/**
 * The values from outside the SQL that one execution sees: those of the open {@link ShardingHint} scopes and of the
 * statement's comment. Immutable.
 */
public interface HintValues {
    /** No hint at all. */
    HintValues NONE = new HintValues() {};

    /** No hint at all, where it is only asked where an execution would go: rules look at those that are executed. */
    HintValues UNCHECKED = new HintValues() {};

    /** The database sharding values for a logic table; empty when there are none. */
    default List<Comparable<?>> databaseValues(String logicTable) {
        return List.of();
    }

    /** The table sharding values for a logic table; empty when there are none. */
    default List<Comparable<?>> tableValues(String logicTable) {
        return List.of();
    }

    /** The sharding key of the connection; null where it has none. Neither comments nor scopes have one. */
    default KeyHint key() {
        return null;
    }

    /** These upon a connection that has a sharding key. */
    default HintValues of(KeyHint key) {
        return HintLayer.on(this).of(key);
    }

    /** The data source that everything goes to, or null. */
    default String dataSourceName() {
        return null;
    }

    /** Whether the auditor of that name is switched off. */
    default boolean auditDisabled(String auditorName) {
        return false;
    }

    /** Whether reads go where writes go. */
    default boolean primaryOnly() {
        return false;
    }

    /** Whether reads may be answered by what is older than what their session wrote. */
    default boolean replicaAllowed() {
        return false;
    }

    /** What reads must see of what others wrote; null where nobody says. */
    default WritesToken seenWrites() {
        return null;
    }

    /** Where statements run, for a rule that has shadows; {@link Side#ANY} where nobody says. */
    default Side side() {
        return Side.ANY;
    }

    /** Whether the limit of that name is switched off. */
    default boolean limitDisabled(String limitName) {
        return false;
    }

    /** Whether a read may be answered without the data sources that cannot be reached. */
    default boolean partialAnswers() {
        return false;
    }

    /** The type of the transactions of connections that are got; null where nobody says. Comments cannot. */
    default String transactionType() {
        return null;
    }

    /**
     * Whether anything is said of where a statement goes, besides {@link #primaryOnly}, {@link #replicaAllowed},
     * {@link #seenWrites} and {@link #side}.
     */
    default boolean steers() {
        return false;
    }

    /** Whether the SQL goes to its data source as it is written; only together with {@link #dataSourceName()}. */
    default boolean skipRewrite() {
        return false;
    }

    /** Who reads, for rules that show values not to everybody alike; null where nobody says. Comments cannot. */
    default String reader() {
        return null;
    }
}
