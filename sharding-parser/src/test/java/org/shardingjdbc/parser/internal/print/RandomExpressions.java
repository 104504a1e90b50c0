package org.shardingjdbc.parser.internal.print;

import static org.shardingjdbc.parser.internal.print.MadeTreesTest.column;
import static org.shardingjdbc.parser.internal.print.MadeTreesTest.number;
import static org.shardingjdbc.parser.internal.print.MadeTreesTest.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.CallForm;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.CastForm;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Expression.When;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;

/** Makes expressions of all kinds in each other, of operators that a dialect has. */
final class RandomExpressions {
    private static final List<String> COMMON = List.of("+", "-", "*", "/", "%");

    private final Random random;
    private final boolean postgreSql;
    private final boolean mySql;
    private final List<String> binary = new ArrayList<>(COMMON);
    private final List<String> unary = new ArrayList<>(List.of("-", "+"));

    RandomExpressions(Random random, Dialect dialect) {
        this.random = random;
        this.postgreSql = dialect.lexis().freeOperators();
        this.mySql = dialect.lexis().symbolsForLogic();
        if (mySql) {
            binary.addAll(List.of("^", "DIV", "MOD", "<<", ">>", "&", "|", "->", "->>"));
            unary.addAll(List.of("~", "BINARY"));
        } else {
            binary.addAll(List.of("||", "OVERLAPS"));
        }
        if (postgreSql) {
            binary.addAll(List.of("^", "#", "&", "|", "<<", ">>", "->", "->>", "@>", "&&"));
            unary.addAll(List.of("~", "@", "|/"));
        }
    }

    Expression make(int depth) {
        if (depth == 0 || random.nextInt(8) == 0) {
            return switch (random.nextInt(3)) {
                case 0 -> column("abc".substring(random.nextInt(3)).substring(0, 1));
                case 1 -> number(random.nextInt(100));
                default -> text("x'y");
            };
        }
        int below = depth - 1;
        return switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> new Operation(Span.NONE, any(binary), List.of(make(below), make(below)));
            case 4, 5 -> new Operation(Span.NONE, any(unary), List.of(make(below)));
            case 6, 7 -> logical(below);
            case 8 -> new Not(Span.NONE, make(below));
            case 9 -> new Comparison(Span.NONE, any(List.of(ComparisonOperator.values())), make(below), make(below));
            case 10 -> new InList(Span.NONE, make(below), yes(), List.of(make(below), make(below)), Span.NONE);
            case 11 -> new Between(Span.NONE, make(below), yes(), false, make(below), make(below));
            case 12 -> like(below);
            case 13 -> new IsTest(Span.NONE, make(below), yes(), any(List.of("NULL", "TRUE", "UNKNOWN")));
            case 14 -> special(below);
            case 15 -> new RowExpression(Span.NONE, List.of(make(below), make(below)), false);
            case 16 ->
                new CaseExpression(
                        Span.NONE,
                        yes() ? make(below) : null,
                        List.of(new When(Span.NONE, make(below), make(below))),
                        yes() ? make(below) : null);
            default ->
                new FunctionCall(
                        Span.NONE,
                        new QualifiedName(Span.NONE, List.of(MadeTreesTest.name("f"))),
                        false,
                        false,
                        List.of(make(below), make(below)),
                        null,
                        null,
                        null,
                        null,
                        CallForm.PLAIN);
        };
    }

    private Expression logical(int below) {
        List<LogicalOperator> operators =
                mySql ? List.of(LogicalOperator.values()) : List.of(LogicalOperator.AND, LogicalOperator.OR);
        return new Logical(Span.NONE, any(operators), List.of(make(below), make(below), make(below)));
    }

    private Expression like(int below) {
        boolean symbol = postgreSql && yes();
        return new Like(
                Span.NONE,
                symbol ? "~*" : "LIKE",
                yes(),
                make(below),
                make(below),
                !symbol && yes() ? text("!") : null);
    }

    /** Operators of some dialects that bind in ways of their own. */
    private Expression special(int below) {
        Expression value = make(below);
        if (mySql) {
            return switch (random.nextInt(3)) {
                case 0 -> new Operation(Span.NONE, Operation.COLLATE, List.of(value), "utf8mb4_bin");
                case 1 -> new Operation(Span.NONE, Operation.INTERVAL, List.of(value), "DAY");
                default ->
                    new Operation(
                            Span.NONE, Operation.ASSIGNMENT, List.of(new SessionVariable(Span.NONE, "@v"), value));
            };
        }
        if (!postgreSql) {
            return new Cast(Span.NONE, value, "INT", CastForm.CAST);
        }
        return switch (random.nextInt(7)) {
            case 0 -> new Cast(Span.NONE, value, "int", CastForm.OPERATOR);
            case 1 -> new Operation(Span.NONE, Operation.COLLATE, List.of(value), "\"C\"");
            case 2 -> new Operation(Span.NONE, Operation.AT_TIME_ZONE, List.of(value, make(below)));
            case 3 -> new Operation(Span.NONE, Operation.SUBSCRIPT, List.of(value, make(below)));
            case 4 -> new Operation(Span.NONE, Operation.SUBSCRIPT, List.of(value, make(below), make(below)), "n:n");
            case 5 -> new Quantified(Span.NONE, value, yes() ? "=" : "@>", yes(), null, make(below));
            default -> new Operation(Span.NONE, Operation.FIELD, List.of(value), ".x");
        };
    }

    private boolean yes() {
        return random.nextBoolean();
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
