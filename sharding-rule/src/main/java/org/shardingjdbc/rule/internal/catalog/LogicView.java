package org.shardingjdbc.rule.internal.catalog;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;

/**
 * A view over sharded tables. A data source has a view of that name which says what it means and cannot be read; a
 * statement is planned with the query in its place. Equal to another one of the same text. Safe for all threads.
 */
public final class LogicView {
    private final String name;
    private final int dataSource;
    private final String query;
    /** The trees of the query: the first statement that names the view has it read, the others find it here. */
    private volatile @Nullable ParsedSql prepared;

    private volatile @Nullable ParsedSql plain;

    /**
     * @param name as stored
     * @param dataSource index of the data source that has it
     * @param query over logic tables
     */
    public LogicView(String name, int dataSource, String query) {
        this.name = name;
        this.dataSource = dataSource;
        this.query = query;
    }

    public String name() {
        return name;
    }

    public int dataSource() {
        return dataSource;
    }

    public String query() {
        return query;
    }

    /**
     * The tree of its query.
     *
     * @param parser of the dialect that the view is written in
     * @param asPlain whether question marks in it are operators, as they are in the statement around it
     */
    public ParsedSql tree(SqlParser parser, boolean asPlain) {
        ParsedSql known = asPlain ? plain : prepared;
        if (known == null) {
            known = asPlain ? parser.parsePlain(query) : parser.parse(query);
            if (asPlain) {
                plain = known;
            } else {
                prepared = known;
            }
        }
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogicView view
                && dataSource == view.dataSource
                && name.equals(view.name)
                && query.equals(view.query);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + query.hashCode();
    }

    @Override
    public String toString() {
        return "LogicView[" + name + " AS " + query + "]";
    }
}
