package org.shardingjdbc.plan.internal.planning;

import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * What a statement is read from, so that its tree can be had again: the plan of a text holds its text anyway, and would
 * be several times as heavy with the tree. Immutable.
 */
public sealed interface StatementSource {
    /**
     * A text of the application.
     *
     * @param plain whether its question marks are operators
     */
    record Text(String sql, boolean plain) implements StatementSource {}

    /** The statement that stands under EXPLAIN in what is read. */
    record Explained(StatementSource whole) implements StatementSource {}

    /** All texts that differ in their literals only, which are the parameters. */
    record Shape(TextShape shape) implements StatementSource {}

    /** A tree that was made of those of others; whoever executes it as a step has it too. */
    record Made(ParsedSql tree) implements StatementSource {
        /** A tree is told by its text. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Made that && tree.sql().equals(that.tree.sql());
        }

        @Override
        public int hashCode() {
            return tree.sql().hashCode();
        }
    }

    static Text prepared(String sql) {
        return new Text(sql, false);
    }

    static Text plain(String sql) {
        return new Text(sql, true);
    }

    static StatementSource of(NestedStatement step) {
        ParsedSql tree = step.parsed();
        return tree == null ? prepared(step.sql()) : new Made(tree);
    }
}
