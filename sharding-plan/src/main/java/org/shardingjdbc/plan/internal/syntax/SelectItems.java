package org.shardingjdbc.plan.internal.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/** Finds what a key of GROUP BY or ORDER BY means: an expression, or by position or alias a select item's. */
public record SelectItems(Select block) {
    /** The expressions that keys stand for; a position that a star covers stays as it is. */
    public List<Expression> resolve(List<Expression> keys, BoundStatement bound) {
        List<Expression> resolved = new ArrayList<>(keys.size());
        for (Expression key : keys) {
            resolved.add(resolve(key, bound));
        }
        return resolved;
    }

    /** The expression that a key stands for. */
    public Expression resolve(Expression key, BoundStatement bound) {
        ExpressionItem item = item(key, bound);
        return item == null ? key : item.expression();
    }

    /** The select item that a key names by position or alias, or null. */
    public @Nullable ExpressionItem item(Expression key, BoundStatement bound) {
        int position = position(key);
        if (position > 0 && position <= block.items().size()) {
            for (int i = 0; i < position; i++) {
                if (!(block.items().get(i) instanceof ExpressionItem)) {
                    return null;
                }
            }
            return (ExpressionItem) block.items().get(position - 1);
        }
        if (key instanceof ColumnReference reference
                && bound.origin(reference) instanceof ColumnOrigin.OfAlias alias
                && alias.item() instanceof ExpressionItem item) {
            return item;
        }
        return null;
    }

    /** The 1-based position that a key is, or 0. */
    public static int position(Expression key) {
        return key instanceof Literal literal
                        && literal.kind() == LiteralKind.INTEGER
                        && literal.value() instanceof Long value
                ? (int) Math.min(value, Integer.MAX_VALUE)
                : 0;
    }
}
