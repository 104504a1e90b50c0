package org.shardingjdbc.jdbc.check;

import java.util.Locale;

/** What a finding is about. */
public enum FindingKind {
    /** A data source gives no connection, or does not answer. */
    DATA_SOURCE_UNREACHABLE,
    /** Two data sources are one database and schema: each row is found twice. */
    DATA_SOURCES_SAME,
    /** A data node has no actual table. */
    TABLE_MISSING,
    /** A table looks like an actual table and is no data node: its rows are never read. */
    TABLE_SURPLUS,
    /** A table that no rule places is in several data sources. */
    TABLE_AMBIGUOUS,
    /** A column that most other nodes have. */
    COLUMN_MISSING,
    /** A column that most other nodes do not have. */
    COLUMN_SURPLUS,
    /** The columns are the same, in another order: an INSERT that names none of them differs. */
    COLUMN_ORDER_DIFFERS,
    /** A column of another type or length. */
    TYPE_DIFFERS,
    /** A text column with another collation: comparisons and orders differ. */
    COLLATION_DIFFERS,
    /** A column that may hold NULL here and not there. */
    NULLABILITY_DIFFERS,
    /** A column with another default, or whose values the database makes in another way. */
    DEFAULT_DIFFERS,
    /** A primary key over other columns, or none. */
    PRIMARY_KEY_DIFFERS,
    /** An index that most other nodes have. */
    INDEX_MISSING,
    /** An index that most other nodes do not have. */
    INDEX_SURPLUS,
    /** A foreign key that most other nodes have. */
    FOREIGN_KEY_MISSING,
    /** A foreign key that most other nodes do not have. */
    FOREIGN_KEY_SURPLUS,
    /** A foreign key to an actual table that does not belong to the same node. */
    FOREIGN_KEY_CROSSES,
    /** The rules name a sharding column that no node has. */
    SHARDING_COLUMN_MISSING,
    /** The rules name a column for generated keys that no node has. */
    KEY_COLUMN_MISSING,
    /** The rules name an actual column for transformed values that no node has. */
    STORED_COLUMN_MISSING,
    /** Sharding columns that correspond in binding tables are of different types. */
    BINDING_TYPE_DIFFERS,
    /** A unique key without the sharding columns: equal rows may be on two nodes. */
    UNIQUE_KEY_LOCAL,
    /** Each node counts the values of a column by itself: rows of two nodes get the same. */
    COUNTED_BY_NODE,
    /** A look-up has no table for its entries yet. */
    LOOK_UP_TABLE_MISSING,
    /**
     * The table of a look-up's entries is not as the look-up needs it: rows are not found, or equal ones not refused.
     */
    LOOK_UP_TABLE_DIFFERS,
    /** Rows are on another node than the rules say: statements miss them. */
    ROWS_MISPLACED,
    /** Rows are on a node, but the rules have no node for their sharding values. */
    ROWS_WITHOUT_NODE,
    /** The copies of a broadcast table do not have the same rows. */
    COPIES_DIFFER,
    /** Rows of binding tables break a dependence that the rules declare: joins miss them. */
    DEPENDENCE_BROKEN,
    /** Something could not be checked. */
    NOT_CHECKED;

    /** In lower case, with hyphens. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
