package org.shardingjdbc.plan.internal.setting;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;
import org.shardingjdbc.plan.internal.syntax.Functions;

/** Recognises queries that do nothing but set a variable, so that they can be followed like a SET. Stateless. */
public final class SettingQueries {
    private static final int ARGUMENTS = 3;

    private SettingQueries() {}

    /** What {@code SELECT set_config('name', value, local)} sets, where the value is constant; else null. */
    public static @Nullable SetStatement of(ParsedSql parsed) {
        FunctionCall call = onlyCall(parsed);
        if (call == null || !Functions.changesSession(call) || call.arguments().size() != ARGUMENTS) {
            return null;
        }
        Expression value = call.arguments().get(1);
        if (!(call.arguments().get(0) instanceof Literal name)
                || name.kind() != LiteralKind.STRING
                || !(call.arguments().get(2) instanceof Literal local)
                || local.kind() != LiteralKind.BOOLEAN
                || !(value instanceof Literal || value instanceof Parameter)) {
            return null;
        }
        String text = value instanceof Literal literal ? String.valueOf(literal.value()) : "?";
        SetAssignment assignment = new SetAssignment(
                call.span(), name.constant().toString().toLowerCase(Locale.ROOT), text, List.of(value));
        SetScope scope = Boolean.TRUE.equals(local.value()) ? SetScope.LOCAL : SetScope.SESSION;
        return new SetStatement(parsed.statement().span(), scope, List.of(assignment), false);
    }

    private static @Nullable FunctionCall onlyCall(ParsedSql parsed) {
        if (!(parsed.statement() instanceof QueryStatement statement)) {
            return null;
        }
        Query query = statement.query();
        boolean bare = query.with() == null && query.limit() == null && query.orderBy() == null;
        if (!bare || !(query.body() instanceof Select select)) {
            return null;
        }
        boolean one = select.from().isEmpty()
                && select.where() == null
                && select.groupBy() == null
                && select.having() == null
                && select.items().size() == 1;
        return one
                        && select.items().get(0) instanceof ExpressionItem item
                        && item.expression() instanceof FunctionCall call
                ? call
                : null;
    }
}
