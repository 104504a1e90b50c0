package org.shardingjdbc.plan.internal.template;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Span;

/** What an edit puts into the actual SQL. */
public sealed interface Piece {
    /** Fixed text without placeholders. */
    record Text(String text) implements Piece {}

    /**
     * Nodes that were made, with commas between them. Nodes in them that are those of the original text are copied as
     * {@link Source}. The index of a parameter that was made says what its value is: of a statement's parameter or
     * generated key as in {@link Placeholder}, {@code -1 - n} of the n-th value that each execution computes.
     */
    record Made(List<? extends Node> nodes) implements Piece {
        public Made {
            nodes = List.copyOf(nodes);
        }

        public static Made of(Node node) {
            return new Made(List.of(node));
        }
    }

    /** A copy of a range of the original text, with the edits inside of it and with its placeholders. */
    record Source(Span span) implements Piece {}

    /** As {@link Source}, and with what is inserted at its end: the alias of a table that is the last of FROM. */
    record SourceWithEnd(Span span) implements Piece {}

    /** As {@link Source}, without what is inserted at its start: a further form of a value, before its first one. */
    record SourceWithoutStart(Span span) implements Piece {}

    /** A copy of a range of the original text, with its placeholders and with other edits than those of the whole. */
    record Edited(SqlEdits edits, Span span) implements Piece {}

    /**
     * The actual name of a table, without its schema.
     *
     * @param table index of the bound table
     * @param written the logic name as the statement quotes it
     */
    record TableName(int table, Identifier written) implements Piece {}

    /**
     * The name of an index, a constraint or a sequence that belongs to an actual table: the written name, {@code _} and
     * the actual table's name, shortened to what the database allows. Where the actual table is named like the logic
     * table, the name stays.
     *
     * @param table index of the bound table
     * @param logicTable the table's logic name
     * @param written the name in the statement
     */
    record DerivedName(int table, String logicTable, Identifier written) implements Piece {}

    /**
     * The name that the database itself made for an object of an actual table: the actual table's name stands in the
     * written name for the logic table's.
     *
     * @param table index of the bound table
     * @param logicTable the table's logic name
     * @param written the name in the statement, which begins with the logic name
     */
    record MadeName(int table, String logicTable, Identifier written) implements Piece {}

    /** A placeholder whose value is the statement parameter or generated key of that 0-based index. */
    record Placeholder(int source) implements Piece {}

    /**
     * Those elements of a list that belong to the unit, separated by commas; all of them when the execution does not
     * split the list.
     *
     * @param split index of the list among the splits of the route shape
     * @param elements each element's place
     */
    record Elements(int split, List<Span> elements) implements Piece {
        public Elements {
            elements = List.copyOf(elements);
        }
    }
}
