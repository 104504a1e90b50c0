package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomOutput;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** ORDER BY and LIMIT. One for each statement. */
final class Ordering {
    private final RandomDraft draft;

    Ordering(RandomDraft draft) {
        this.draft = draft;
    }

    /**
     * What ORDER BY may name.
     *
     * @param outputs the select list
     * @param hidden columns beside it
     * @param key what makes each row unique, or null if nothing does
     */
    record Keys(List<RandomOutput> outputs, List<Expr> hidden, List<Expr> key) {}

    /**
     * An ORDER BY with a LIMIT perhaps.
     *
     * @param sql with a leading blank, or empty
     * @param orderKeys as for {@link GeneratedStatement}
     * @param total as for {@link GeneratedStatement}
     */
    record Order(String sql, List<Integer> orderKeys, boolean total) {
        static final Order NONE = new Order("", List.of(), false);
    }

    /** A term, the place in the select list that it sorts by (0 for none), and whether equal means alike there. */
    private record Term(String sql, int ordinal, boolean certain) {}

    Order order(Keys keys) {
        if (draft.weighted(35, 65) == 0) {
            return Order.NONE;
        }
        List<Term> terms = new ArrayList<>();
        while (terms.size() < 3 && (terms.isEmpty() || draft.chance(30))) {
            Term term = term(keys);
            if (term == null) {
                break;
            }
            terms.add(term);
        }
        boolean total = keys.key() != null && draft.chance(75);
        if (total) {
            for (Expr key : keys.key()) {
                terms.add(new Term(key.sql(), ordinal(keys, key), key.canonical()));
            }
        }
        if (terms.isEmpty()) {
            return new Order("", List.of(), total);
        }
        return written(terms, total);
    }

    /** The order of a set operation, whose columns are named by place. */
    Order byPlace(int columns, boolean canonical) {
        if (draft.weighted(4, 6) == 0) {
            return Order.NONE;
        }
        int first = draft.next(columns);
        boolean total = canonical && draft.chance(80);
        List<Term> terms = new ArrayList<>();
        for (int i = 0; i < (total ? columns : 1); i++) {
            int place = (first + i) % columns + 1;
            terms.add(new Term(Integer.toString(place), place, canonical));
        }
        return written(terms, total);
    }

    /** Rows of a total order only, mostly. */
    String limit(Order order) {
        if (!order.total() || !draft.chance(55)) {
            return "";
        }
        String count = number(draft.pick(1, 2, 3, 5, 10, 20));
        String start = number(draft.pick(0, 1, 2, 5, 10));
        return switch (draft.weighted(30, 45, 10, 10, 4)) {
            case 1 -> " LIMIT " + count + " OFFSET " + start;
            case 2 ->
                draft.on(DatabaseKind.MYSQL)
                        ? " LIMIT " + count + " OFFSET " + start
                        : " OFFSET " + start + " ROWS FETCH NEXT " + count + " ROWS ONLY";
            case 3 -> draft.mariaDb() ? " LIMIT " + start + ", " + count : " FETCH FIRST " + count + " ROWS ONLY";
            case 4 -> draft.mariaDb() ? " LIMIT " + count : " OFFSET " + start + " ROWS";
            default -> " LIMIT " + count;
        };
    }

    /**
     * Rows of a DISTINCT with a total order. MariaDB leaves duplicates in where the columns are constants and some rows
     * are skipped.
     */
    String limitOfDistinct(Order order) {
        if (!draft.mariaDb()) {
            return limit(order);
        }
        return order.total() && draft.chance(55) ? " LIMIT " + number(draft.pick(1, 2, 3, 5, 10, 20)) : "";
    }

    /** All rows that tie with the last one: certain for any order. */
    String ties() {
        return " FETCH FIRST " + draft.pick(1, 2, 3, 5, 10) + " ROWS WITH TIES";
    }

    private String number(int value) {
        return draft.wantsParameter() ? draft.parameter((long) value) : Integer.toString(value);
    }

    private Term term(Keys keys) {
        List<Term> able = new ArrayList<>();
        for (int i = 0; i < keys.outputs().size(); i++) {
            RandomOutput output = keys.outputs().get(i);
            if (output.expr().type().comparable()) {
                able.add(new Term(text(output, i + 1), i + 1, output.expr().canonical()));
            }
        }
        boolean out = able.isEmpty() || !keys.hidden().isEmpty() && draft.chance(25);
        if (!out) {
            return draft.pick(able);
        }
        List<Expr> hidden =
                keys.hidden().stream().filter(e -> e.type().comparable()).toList();
        if (hidden.isEmpty()) {
            return null;
        }
        Expr expr = draft.pick(hidden);
        if (expr.type() == ValueType.TEXT && draft.chance(30)) {
            return new Term("CHAR_LENGTH(" + expr.sql() + ")", 0, false);
        }
        if (expr.type() == ValueType.INTEGER && draft.chance(30)) {
            String two = "CASE WHEN " + expr.sql() + " IS NULL THEN 1 ELSE 0 END";
            return new Term(draft.pick("MOD(" + expr.sql() + ", 3)", two), 0, false);
        }
        return new Term(expr.sql(), ordinal(keys, expr), expr.canonical());
    }

    /** A column of the select list by its alias, its place or its text. */
    private String text(RandomOutput output, int place) {
        boolean constant = output.column() == null && !output.alias();
        if (constant || draft.chance(20)) {
            return Integer.toString(place);
        }
        return output.alias() ? output.name() : output.expr().sql();
    }

    private static int ordinal(Keys keys, Expr expr) {
        for (int i = 0; i < keys.outputs().size(); i++) {
            if (keys.outputs().get(i).expr().sql().equals(expr.sql())) {
                return i + 1;
            }
        }
        return 0;
    }

    private Order written(List<Term> terms, boolean total) {
        List<String> texts = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        boolean certain = true;
        for (Term term : terms) {
            certain &= term.ordinal() > 0 && term.certain();
            if (certain) {
                places.add(term.ordinal());
            }
            texts.add(term.sql() + direction());
        }
        return new Order(" ORDER BY " + String.join(", ", texts), places, total);
    }

    private String direction() {
        String direction = draft.pick("", "", " DESC", " ASC");
        if (draft.mariaDb() || !draft.chance(12)) {
            return direction;
        }
        return direction + draft.pick(" NULLS LAST", " NULLS FIRST");
    }
}
