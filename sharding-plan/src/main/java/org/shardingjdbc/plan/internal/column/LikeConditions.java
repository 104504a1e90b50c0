package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.rule.column.BesideForm;
import org.shardingjdbc.rule.column.LikePatterns;

/**
 * Asks LIKE of the form of a column that answers it: the pattern, a parameter or a text or several of them put together
 * by {@code CONCAT} or {@code ||}, becomes the pattern of stored forms. Where values are stored in several ways,
 * {@code a LIKE ?} becomes {@code (a LIKE ? OR a LIKE ?)}, {@code a NOT LIKE ?} becomes {@code (a NOT LIKE ? AND a NOT
 * LIKE ?)}. One per planning of a statement.
 */
final class LikeConditions {
    private final WrittenValues written;
    private final ColumnRefusals refusals;
    private final List<LikeCondition> looked = new ArrayList<>();

    /** @param others what holds instead where values are stored otherwise */
    private record LikeCondition(Like like, Pattern pattern, LikePatterns patterns, List<Expression> others) {}

    /**
     * A pattern as it is written.
     *
     * @param parts that are put together; the whole where it is a value alone
     */
    private record Pattern(Expression whole, List<Expression> parts) {
        boolean isWhole() {
            return parts.get(0) == whole;
        }

        /** The same of other parts. */
        Expression of(List<Expression> others) {
            if (whole instanceof FunctionCall call && !isWhole()) {
                return MadeNodes.call(call.name().last().text(), others);
            }
            Expression all = others.get(0);
            for (Expression next : others.subList(1, others.size())) {
                all = new Operation(Span.NONE, "||", List.of(all, next));
            }
            return all;
        }
    }

    /** Makes a stored pattern, or a part of one. */
    private record Patterning(LikePatterns patterns, int escape, boolean whole) implements UnaryOperator<Object> {
        @Override
        public Object apply(Object part) {
            String pattern = patterns.pattern(part, escape);
            return whole ? patterns.start() + pattern : pattern;
        }
    }

    LikeConditions(WrittenValues written, ColumnRefusals refusals) {
        this.written = written;
        this.refusals = refusals;
    }

    /**
     * Looks for what is like a pattern.
     *
     * @return the form that is asked; null where none answers
     */
    @Nullable
    StoredColumn look(Like like, StoredColumn column) {
        if (column.liked() == null || !like.operator().equals("LIKE")) {
            return null;
        }
        Expression plain = withoutEscapes(like);
        int escape = plain == null ? escape(like, column) : LikePatterns.NO_ESCAPE;
        Pattern pattern = pattern(plain == null ? like.pattern() : plain);
        BesideForm asked = Objects.requireNonNull(column.liked(), "a column that no LIKE is asked of");
        List<LikePatterns> all = asked.patterns();
        StoredColumn form = form(column, asked, all.get(0), escape, pattern);
        for (Expression part : pattern.parts()) {
            if (written.isLeft(part, column) || !written.add(part, form)) {
                refusals.refuse(part, column, " in a pattern of LIKE: give a parameter, a text, or these put together");
            }
        }
        List<Expression> others = new ArrayList<>();
        for (LikePatterns other : all.subList(1, all.size())) {
            others.add(other(like, pattern, other, form(column, asked, other, escape, pattern)));
        }
        looked.add(new LikeCondition(like, pattern, all.get(0), others));
        return form;
    }

    private static StoredColumn form(
            StoredColumn column, BesideForm asked, LikePatterns patterns, int escape, Pattern pattern) {
        return column.asLiked(asked, new Patterning(patterns, escape, pattern.isWhole()));
    }

    /**
     * What a pattern is made of that doubles each backslash, so that none escapes: {@code REPLACE(p, '\', '\\')}, which
     * Hibernate writes for databases with backslashes. That is left as it is, as stored patterns have none.
     *
     * @return null where it is no such pattern
     */
    private static @Nullable Expression withoutEscapes(Like like) {
        return like.escape() == null
                        && like.pattern() instanceof FunctionCall call
                        && call.name().parts().size() == 1
                        && call.name().last().text().equalsIgnoreCase("REPLACE")
                        && call.arguments().size() == 3
                        && isText(call.arguments().get(1), "\\")
                        && isText(call.arguments().get(2), "\\\\")
                ? call.arguments().get(0)
                : null;
    }

    private static boolean isText(Expression value, String text) {
        return value instanceof Literal literal && literal.kind() == LiteralKind.STRING && text.equals(literal.value());
    }

    /** A backslash where none is written, as the databases have it. */
    private int escape(Like like, StoredColumn column) {
        if (like.escape() == null) {
            return '\\';
        }
        if (like.escape() instanceof Literal literal
                && literal.kind() == LiteralKind.STRING
                && literal.value() instanceof String text) {
            if (text.isEmpty()) {
                return LikePatterns.NO_ESCAPE;
            }
            int character = text.codePointAt(0);
            boolean alone = Character.charCount(character) == text.length();
            // letters and digits stand in stored patterns
            if (alone && !Character.isLetterOrDigit(character) && character != '%' && character != '_') {
                return character;
            }
        }
        refusals.refuse(like.escape(), column, " after ESCAPE: write a text of one character, no letter or digit");
        return LikePatterns.NO_ESCAPE;
    }

    private static Pattern pattern(Expression pattern) {
        if (pattern instanceof FunctionCall call
                && call.name().parts().size() == 1
                && call.name().last().text().equalsIgnoreCase("CONCAT")
                && !call.arguments().isEmpty()) {
            return new Pattern(pattern, call.arguments());
        }
        if (pattern instanceof Operation operation && operation.operator().equals("||")) {
            List<Expression> parts = new ArrayList<>();
            addOperands(operation, parts);
            return new Pattern(pattern, parts);
        }
        return new Pattern(pattern, List.of(pattern));
    }

    private static void addOperands(Operation operation, List<Expression> parts) {
        for (Expression operand : operation.operands()) {
            if (operand instanceof Operation inner && inner.operator().equals("||")) {
                addOperands(inner, parts);
            } else {
                parts.add(operand);
            }
        }
    }

    /** The condition with the pattern of another form. */
    private Expression other(Like like, Pattern pattern, LikePatterns patterns, StoredColumn form) {
        List<Expression> parts = new ArrayList<>();
        pattern.parts().forEach(part -> parts.add(written.stored(part, form)));
        Expression stored = begun(pattern, parts, patterns);
        return MadeStatement.again(like, node -> node == pattern.whole() ? stored : null);
    }

    /** A pattern of several parts, behind what each stored pattern begins with; one of one part has that in it. */
    private static Expression begun(Pattern pattern, List<Expression> parts, LikePatterns patterns) {
        List<Expression> all = new ArrayList<>(parts);
        if (!pattern.isWhole()) {
            all.add(0, MadeNodes.text(patterns.start()));
        }
        return pattern.of(all);
    }

    void edit(SqlEdits edits) {
        for (LikeCondition each : looked) {
            Pattern pattern = each.pattern();
            if (!pattern.isWhole()) {
                edits.replace(pattern.whole().span(), Piece.Made.of(begun(pattern, pattern.parts(), each.patterns())));
            }
            if (!each.others().isEmpty()) {
                List<Expression> all = new ArrayList<>(each.others());
                all.add(0, each.like());
                Piece any = Piece.Made.of(MadeNodes.eitherForm(each.like().negated(), all));
                edits.replace(each.like().span(), new Piece.Text("("), any, new Piece.Text(")"));
            }
        }
    }
}
