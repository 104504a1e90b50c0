package org.shardingjdbc.testkit.oracle.internal.sql;

import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Operators and functions, in the words of each dialect. One for each statement. */
final class RandomFunctions {
    /** What a 32-bit integer holds, with room to spare. */
    private static final double SAFE = 2_000_000_000;

    private final RandomDraft draft;
    private final Expressions expressions;

    RandomFunctions(RandomDraft draft, Expressions expressions) {
        this.draft = draft;
        this.expressions = expressions;
    }

    Expr of(RandomScope scope, ValueType type, int depth) {
        return switch (type) {
            case INTEGER -> integer(scope, depth);
            case DECIMAL -> decimal(scope, depth);
            case TEXT -> text(scope, depth);
            case DATE -> date(scope, depth);
            case TIMESTAMP -> timestamp(scope, depth);
            case BOOLEAN -> expressions.truth(scope, depth - 1);
            case DOUBLE, OPAQUE, DOCUMENT -> expressions.column(scope, type);
        };
    }

    private Expr integer(RandomScope scope, int depth) {
        return switch (draft.weighted(40, 8, 8, 10, 8, 8, 6, 6)) {
            case 1 -> remainder(scope, depth);
            case 2 -> call("ABS", expressions.value(scope, ValueType.INTEGER, depth - 1));
            case 3 -> length(scope, depth);
            case 4 -> part(scope);
            case 5 -> days(scope);
            case 6 -> position(scope);
            case 7 -> truncated(scope, depth);
            default -> arithmetic(scope, ValueType.INTEGER, depth);
        };
    }

    private Expr decimal(RandomScope scope, int depth) {
        return switch (draft.weighted(45, 20, 15, 10, 10)) {
            case 1 -> rounded(expressions.value(scope, ValueType.DECIMAL, depth - 1));
            case 2 -> quotient(scope, depth);
            case 3 -> cast(expressions.column(scope, ValueType.INTEGER), "DECIMAL(30,4)", ValueType.DECIMAL);
            case 4 -> call("ABS", expressions.value(scope, ValueType.DECIMAL, depth - 1));
            default -> arithmetic(scope, ValueType.DECIMAL, depth);
        };
    }

    private Expr text(RandomScope scope, int depth) {
        Expr text = expressions.value(scope, ValueType.TEXT, depth - 1);
        String sql = text.sql();
        return switch (draft.weighted(20, 20, 10, 12, 15, 8, 8, 7)) {
            case 1 -> word("LOWER(" + sql + ")", text);
            case 2 -> word("TRIM(" + sql + ")", text);
            case 3 ->
                word(
                        draft.pick("SUBSTRING(", "LEFT(").equals("LEFT(")
                                ? "LEFT(" + sql + ", 2)"
                                : "SUBSTRING(" + sql + ", 1, 3)",
                        text);
            case 4 -> concatenation(scope, text);
            case 5 -> word("REPLACE(" + sql + ", 'a', 'xy')", text);
            case 6 -> cast(expressions.column(scope, ValueType.INTEGER), varchar(), ValueType.TEXT);
            case 7 -> word("SUBSTRING(" + sql + " FROM 2 FOR 3)", text);
            default -> word("UPPER(" + sql + ")", text);
        };
    }

    private Expr date(RandomScope scope, int depth) {
        if (scope.has(ValueType.TIMESTAMP) && draft.chance(40)) {
            return cast(expressions.column(scope, ValueType.TIMESTAMP), "DATE", ValueType.DATE);
        }
        String date = expressions.value(scope, ValueType.DATE, depth - 1).at(Expr.ATOM);
        int days = draft.pick(1, 7, 30, -1);
        if (draft.postgreSql()) {
            return new Expr(date + " + " + days, Expr.SUM, ValueType.DATE, true, 0);
        }
        return Expr.atom(
                draft.h2()
                        ? "DATEADD(DAY, " + days + ", " + date + ")"
                        : "DATE_ADD(" + date + ", INTERVAL " + days + " DAY)",
                ValueType.DATE);
    }

    private Expr timestamp(RandomScope scope, int depth) {
        if (draft.chance(30)) {
            String type = draft.mariaDb() ? "DATETIME" : "TIMESTAMP";
            return cast(expressions.column(scope, ValueType.DATE), type, ValueType.TIMESTAMP);
        }
        String value = expressions.value(scope, ValueType.TIMESTAMP, depth - 1).at(Expr.ATOM);
        String interval = draft.mariaDb() ? "INTERVAL 1 DAY" : "INTERVAL '1' DAY";
        return new Expr(value + draft.pick(" + ", " - ") + interval, Expr.SUM, ValueType.TIMESTAMP, true, 0);
    }

    private Expr arithmetic(RandomScope scope, ValueType type, int depth) {
        Expr left = expressions.value(scope, type, depth - 1);
        Expr right = draft.chance(50)
                ? expressions.value(scope, draft.chance(20) ? ValueType.INTEGER : type, depth - 1)
                : expressions.constant(type == ValueType.INTEGER || draft.chance(50) ? ValueType.INTEGER : type);
        return switch (draft.next(3)) {
            case 1 -> joined(left, " - ", right, left.bound() + right.bound());
            case 2 -> joined(left, " * ", right, left.bound() * right.bound());
            default -> joined(left, " + ", right, left.bound() + right.bound());
        };
    }

    /** The left one alone where the result may be too large. */
    private static Expr joined(Expr left, String operator, Expr right, double bound) {
        if (!(bound < SAFE) && (left.type() == ValueType.INTEGER || right.type() == ValueType.INTEGER)) {
            return left;
        }
        if (!(bound < 1e12)) {
            return left;
        }
        boolean product = operator.contains("*");
        int level = product ? Expr.PRODUCT : Expr.SUM;
        int inner = product ? Expr.ATOM : operator.contains("-") ? Expr.PRODUCT : Expr.SUM;
        String sql = left.at(level) + operator + right.at(inner);
        return new Expr(sql, level, left.type(), left.type() == ValueType.INTEGER, bound);
    }

    private Expr remainder(RandomScope scope, int depth) {
        Expr left = expressions.value(scope, ValueType.INTEGER, depth - 1);
        int divisor = draft.pick(2, 3, 5, 10);
        if (draft.chance(50)) {
            return Expr.atom("MOD(" + left.sql() + ", " + divisor + ")", ValueType.INTEGER)
                    .bound(divisor);
        }
        return new Expr(left.at(Expr.ATOM) + " % " + divisor, Expr.PRODUCT, ValueType.INTEGER, true, divisor);
    }

    private Expr call(String function, Expr argument) {
        if (argument.type() == ValueType.INTEGER && !(argument.bound() < SAFE)) {
            return argument;
        }
        return new Expr(
                function + "(" + argument.sql() + ")",
                Expr.ATOM,
                argument.type(),
                argument.canonical(),
                argument.bound());
    }

    private Expr length(RandomScope scope, int depth) {
        String text = expressions.value(scope, ValueType.TEXT, depth - 1).sql();
        return Expr.atom("CHAR_LENGTH(" + text + ")", ValueType.INTEGER).bound(1000);
    }

    private Expr part(RandomScope scope) {
        ValueType type = scope.has(ValueType.TIMESTAMP) && draft.chance(50) ? ValueType.TIMESTAMP : ValueType.DATE;
        String value = expressions.column(scope, type).sql();
        String part = "EXTRACT(" + draft.pick("YEAR", "MONTH", "DAY") + " FROM " + value + ")";
        return Expr.atom(draft.postgreSql() ? "CAST(" + part + " AS INTEGER)" : part, ValueType.INTEGER)
                .bound(10_000);
    }

    /** How many days lie between two dates. */
    private Expr days(RandomScope scope) {
        String first = expressions.column(scope, ValueType.DATE).at(Expr.ATOM);
        String second = expressions.constant(ValueType.DATE).sql();
        if (draft.postgreSql()) {
            return new Expr(first + " - " + second, Expr.SUM, ValueType.INTEGER, true, 1e7);
        }
        String between =
                draft.h2() ? "DATEDIFF(DAY, " + second + ", " + first + ")" : "DATEDIFF(" + first + ", " + second + ")";
        return Expr.atom(between, ValueType.INTEGER).bound(1e7);
    }

    private Expr position(RandomScope scope) {
        String text = expressions.column(scope, ValueType.TEXT).sql();
        return Expr.atom("POSITION('a' IN " + text + ")", ValueType.INTEGER).bound(1000);
    }

    private Expr truncated(RandomScope scope, int depth) {
        Expr value = expressions.value(scope, ValueType.DECIMAL, depth - 1);
        return value.bound() < SAFE
                ? cast(value, draft.mariaDb() ? "SIGNED" : "INTEGER", ValueType.INTEGER)
                        .bound(value.bound() + 1)
                : expressions.column(scope, ValueType.INTEGER);
    }

    Expr rounded(Expr value) {
        int digits = draft.pick(0, 1, 2);
        return Expr.atom("ROUND(" + value.sql() + ", " + digits + ")", ValueType.DECIMAL)
                .bound(value.bound() + 1);
    }

    private Expr quotient(RandomScope scope, int depth) {
        Expr left = expressions.value(scope, ValueType.DECIMAL, depth - 1);
        Expr right = draft.chance(50)
                ? expressions.column(scope, ValueType.INTEGER)
                : expressions.value(scope, ValueType.DECIMAL, depth - 1);
        String divisor = "NULLIF(" + right.sql() + ", 0)";
        return new Expr(left.at(Expr.PRODUCT) + " / " + divisor, Expr.PRODUCT, ValueType.DECIMAL, false, 1e300);
    }

    private Expr concatenation(RandomScope scope, Expr text) {
        Expr other =
                draft.chance(50) ? expressions.column(scope, ValueType.TEXT) : expressions.constant(ValueType.TEXT);
        boolean canonical = text.canonical() && other.canonical();
        if (draft.mariaDb() || draft.chance(50)) {
            return Expr.atom("CONCAT(" + text.sql() + ", '-', " + other.sql() + ")", ValueType.TEXT)
                    .canonical(canonical);
        }
        String sql = text.at(Expr.ATOM) + " || '-' || " + other.at(Expr.ATOM);
        return new Expr(sql, Expr.SUM, ValueType.TEXT, canonical, 0);
    }

    Expr cast(Expr value, String target, ValueType type) {
        return Expr.atom("CAST(" + value.sql() + " AS " + target + ")", type).bound(value.bound());
    }

    String varchar() {
        return draft.mariaDb() ? "CHAR(40)" : "VARCHAR(40)";
    }

    private static Expr word(String sql, Expr text) {
        return Expr.atom(sql, ValueType.TEXT).canonical(text.canonical());
    }
}
