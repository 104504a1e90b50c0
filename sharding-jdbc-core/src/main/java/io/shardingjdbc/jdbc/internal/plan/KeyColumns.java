package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.merge.SortKey;
import io.shardingjdbc.merge.ValueOrder;
import io.shardingjdbc.parser.ast.Expression;
import io.shardingjdbc.parser.ast.ExpressionItem;
import io.shardingjdbc.parser.ast.Literal;
import io.shardingjdbc.parser.ast.LiteralKind;
import io.shardingjdbc.parser.ast.Node;
import io.shardingjdbc.parser.ast.Parameter;
import io.shardingjdbc.parser.ast.Query;
import io.shardingjdbc.parser.ast.SortItem;
import io.shardingjdbc.rewrite.Names;
import io.shardingjdbc.rewrite.Piece;
import io.shardingjdbc.route.internal.bind.BoundStatement;
import io.shardingjdbc.route.internal.bind.OutputColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes merge keys of what ORDER BY, GROUP BY and DISTINCT name, deriving columns where a shard does not return them.
 * One per plan.
 */
final class KeyColumns {
    private final BoundStatement bound;
    private final SelectItems items;
    private final SelectColumns columns;
    private final KeyTypes types;
    private final Places places;
    private final Names names;

    KeyColumns(
            BoundStatement bound,
            SelectItems items,
            SelectColumns columns,
            KeyTypes types,
            Places places,
            Names names) {
        this.bound = bound;
        this.items = items;
        this.columns = columns;
        this.types = types;
        this.places = places;
        this.names = names;
    }

    /**
     * The keys of the outermost ORDER BY.
     *
     * @param derivable whether columns may be added; not below DISTINCT, where they would make rows differ
     */
    List<SortKey> sortKeys(Query query, boolean derivable) {
        List<SortKey> keys = new ArrayList<>();
        if (query.orderBy() != null) {
            for (SortItem item : query.orderBy().items()) {
                if (!isConstant(item.expression()) && !isOutOfRange(item.expression())) {
                    keys.add(sortKey(item, derivable));
                }
            }
        }
        return keys;
    }

    /** A position that no column has: every database refuses it. */
    private boolean isOutOfRange(Expression key) {
        return SelectItems.position(key) > 0
                && SelectItems.position(key) > columns.visible().size();
    }

    /** A literal that is no position sorts nothing. */
    static boolean isConstant(Expression key) {
        return key instanceof Literal literal && literal.kind() != LiteralKind.INTEGER;
    }

    /** The key of one item. */
    SortKey sortKey(SortItem item, boolean derivable) {
        Expression key = item.expression();
        if (key instanceof Parameter) {
            throw places.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, "a parameter as its name");
        }
        KeyType type = type(key);
        if (type.order() == null) {
            throw places.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, type.problem());
        }
        int column = column(key);
        if (type.weighed()) {
            column = weighed(key, type);
        } else if (column == 0) {
            if (!derivable) {
                throw places.refuseAt(
                        ErrorCode.DISTINCT_NOT_MERGED, item, "the key " + places.excerpt(item) + " is not selected");
            }
            column = columns.derive(key, "ORDER_BY_DERIVED");
        }
        return new SortKey(
                column, item.descending(), types.nullsFirst(item.descending(), item.nullOrder()), type.order());
    }

    /** The type of what a key names. */
    KeyType type(Expression key) {
        int position = SelectItems.position(key);
        ExpressionItem item = items.item(key, bound);
        if (item != null) {
            return types.of(item.expression());
        }
        return position > 0 ? types.of(output(position, key)) : types.of(key);
    }

    private OutputColumn output(int position, Node key) {
        if (position > columns.visible().size()) {
            throw places.refuseAt(ErrorCode.COLUMNS_UNKNOWN, key);
        }
        return columns.visible().get(position - 1);
    }

    /** Where a shard returns what a key names; 0 when it does not. */
    int column(Expression key) {
        int position = SelectItems.position(key);
        if (position > 0) {
            output(position, key);
            return position;
        }
        ExpressionItem item = items.item(key, bound);
        return item != null ? columns.position(item) : columns.find(key);
    }

    /** The column with the WEIGHT_STRING of what a key names. */
    int weighed(Expression key, KeyType type) {
        int position = SelectItems.position(key);
        ExpressionItem item = items.item(key, bound);
        if (item != null) {
            return weigh(columns.expanded(item.expression()), places.excerpt(item.expression()), type);
        }
        if (position > 0) {
            return weighed(output(position, key), type);
        }
        return weigh(columns.expanded(key), places.excerpt(key), type);
    }

    /** The column with the WEIGHT_STRING of an output column that a star makes. */
    int weighed(OutputColumn output, KeyType type) {
        if (output.expression() != null) {
            return weigh(columns.expanded(output.expression()), places.excerpt(output.expression()), type);
        }
        String table = output.base()
                .table()
                .node()
                .exposedName()
                .span()
                .of(bound.parsed().sql());
        String name = table + "." + names.column(output.base().column());
        return weigh(List.of(new Piece.Text(name)), name, type);
    }

    private int weigh(List<Piece> expression, String text, KeyType type) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(new Piece.Text("WEIGHT_STRING("));
        pieces.addAll(expression);
        pieces.add(new Piece.Text(type.length() > 0 ? " AS CHAR(" + type.length() + "))" : ")"));
        return columns.derive("WEIGHT " + text, "WEIGHT_DERIVED", pieces);
    }

    /**
     * The key of a group: equal values are one group. Its direction is the one that the database sorts by when nothing
     * is said.
     */
    SortKey groupKey(Expression key) {
        KeyType type = type(key);
        if (type.equality() == null) {
            throw places.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, key, type.problem());
        }
        int column = type.weighed() ? weighed(key, type) : column(key);
        if (column == 0) {
            column = columns.derive(key, "GROUP_BY_DERIVED");
        }
        ValueOrder order = type.order() == null ? type.equality() : type.order();
        return new SortKey(column, false, types.nullsFirst(false, null), order);
    }

    /** The keys of DISTINCT: all columns. */
    List<SortKey> distinctKeys() {
        List<SortKey> keys = new ArrayList<>();
        List<OutputColumn> visible = List.copyOf(columns.visible());
        for (int i = 0; i < visible.size(); i++) {
            KeyType type = types.of(visible.get(i));
            if (type.equality() == null) {
                throw places.refuseAt(
                        ErrorCode.DISTINCT_NOT_MERGED, items.block(), "column " + (i + 1) + " has " + type.problem());
            }
            int column = type.weighed() ? weighed(visible.get(i), type) : i + 1;
            keys.add(new SortKey(column, false, types.nullsFirst(false, null), type.equality()));
        }
        return keys;
    }
}
