package org.shardingjdbc.route.internal.bind;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/**
 * A statement whose names are resolved. Immutable, shared by all threads.
 *
 * <p>Alignment: two occurrences of sharded tables are of one alignment class when every row that the statement combines
 * from them is on corresponding data nodes: binding tables (or the same table twice) whose sharding columns are equated
 * where it counts, or pinned to the same constant or parameter. All occurrences of one class are always routed
 * together.
 */
public interface BoundStatement {
    ParsedSql parsed();

    /** Every place that names a table, in text order. */
    List<BoundTable> tables();

    /** The table that a node names, or null when it names a common table expression. */
    @Nullable
    BoundTable table(NamedTable node);

    /**
     * The common table expression that a node names, which others of its name do not see; null when it names a table,
     * or what the database does not know.
     */
    @Nullable
    CommonTable commonTable(NamedTable node);

    /** The table that a write changes, which is no common table expression. */
    default BoundTable target(NamedTable node) {
        return Objects.requireNonNull(table(node));
    }

    /** What a reference names, never null. */
    ColumnOrigin origin(ColumnReference reference);

    /** The output columns of a query of this statement; null when a star of an unknown table stands in it. */
    @Nullable
    List<OutputColumn> outputs(Query query);

    /** The alignment class of an occurrence, from 0; -1 for broadcast and single tables. */
    int alignmentClass(BoundTable table);

    /** How many alignment classes there are. */
    int alignmentClasses();

    /** The alignment classes with what routes them; for the router. */
    List<AlignmentClass> classes();

    /**
     * The dependences of binding groups that the alignment rests upon, as they were declared; often empty. That they
     * hold for the rows is the user's word.
     */
    List<String> declared();

    /**
     * Whether equal values of these expressions mean the same data node, for the rows that a block makes: among them
     * is, for each sharding column of the class, a column that is equal to it in every row of the block.
     *
     * @param block whose FROM makes the rows
     * @param expressions of that block
     * @param alignmentClass whose rows
     */
    boolean determinesNode(Select block, List<Expression> expressions, int alignmentClass);

    /** Whether a subquery refers to a column of an outer block. */
    boolean correlated(Query query);

    /**
     * Whether a subquery, for each row of the block around it, sees rows of one data node only, the one of that row:
     * its sharding columns are equated with those of the outer block.
     */
    boolean alignedWithOuter(Query query);

    /**
     * Whether values of a column that its database calls equal are one value, so that they are on one data node. False
     * for text of a loose collation; true where the column is not known.
     *
     * @param column compared without case
     */
    boolean hasExactEquality(BoundTable table, String column);
}
