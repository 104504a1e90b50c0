package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/**
 * A statement while it is being made: its decisions, the names that it uses, its parameters. One for each statement;
 * not thread-safe.
 *
 * <p>A parameter is written as a mark that carries its number, because parts are not made in the order in which they
 * stand in the text; {@link #finish} turns marks into {@code ?} and puts the values into the order of the text.
 */
public final class RandomDraft {
    private static final char MARK = '\u0001';

    private final SchemaModel schema;
    private final RandomChoices choices;
    private final Set<String> names = new HashSet<>();
    private final List<String> unseen = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private boolean parameters;
    private int depth = 3;
    private int queries = 7;

    public RandomDraft(SchemaModel schema, RandomChoices choices) {
        this.schema = schema;
        this.choices = choices;
        this.parameters = choices.chance(33);
    }

    public SchemaModel schema() {
        return schema;
    }

    public boolean on(DatabaseKind kind) {
        return schema.kind() == kind;
    }

    public boolean h2() {
        return on(DatabaseKind.H2);
    }

    public boolean postgreSql() {
        return on(DatabaseKind.POSTGRESQL);
    }

    /** MariaDB, or MySQL, whose syntax is a part of it. */
    public boolean mariaDb() {
        return on(DatabaseKind.MARIADB) || on(DatabaseKind.MYSQL);
    }

    public int next(int alternatives) {
        return choices.next(alternatives);
    }

    public boolean chance(int percent) {
        return choices.chance(percent);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> T pick(T... alternatives) {
        return alternatives[choices.next(alternatives.length)];
    }

    public <T> T pick(List<T> alternatives) {
        return alternatives.get(choices.next(alternatives.size()));
    }

    /** The index of one of the alternatives, each as likely as its weight is among all. */
    public int weighted(int... weights) {
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        int drawn = choices.next(sum);
        int index = 0;
        while (drawn >= weights[index]) {
            drawn -= weights[index];
            index++;
        }
        return index;
    }

    /** Whether one more query may be put inside. */
    public boolean roomForQuery() {
        return depth > 0 && queries > 0;
    }

    /** Something that holds a query of its own. */
    public <T> T nested(Supplier<T> part) {
        depth--;
        queries--;
        try {
            return part.get();
        } finally {
            depth++;
        }
    }

    /** Something that is written twice in the statement, or where the databases do not take parameters. */
    public <T> T literally(Supplier<T> part) {
        boolean before = parameters;
        parameters = false;
        try {
            return part.get();
        } finally {
            parameters = before;
        }
    }

    /** Whether the next value shall be a parameter. */
    public boolean wantsParameter() {
        return parameters && choices.chance(70);
    }

    public String parameter(Object value) {
        values.add(value);
        return MARK + Integer.toString(values.size() - 1) + MARK;
    }

    /** A name that is not used yet, made of the first letter of another one. */
    public String alias(String of) {
        String letter =
                of.substring(of.startsWith("t_") && of.length() > 2 ? 2 : 0).substring(0, 1);
        String stem = letter.toLowerCase(Locale.ROOT);
        String name = stem;
        for (int i = 2; !names.add(name); i++) {
            name = stem + i;
        }
        return name;
    }

    /** The name of a common table expression: a new one, or that of one which nothing sees any more. */
    public String commonName() {
        return unseen.isEmpty() || !chance(50) ? alias("q") : unseen.remove(unseen.size() - 1);
    }

    /** Nothing that comes sees the common table expression of that name. */
    public void unseen(String name) {
        unseen.add(name);
    }

    /** Takes a name for the statement; false if it was taken before. */
    public boolean take(String name) {
        return names.add(name);
    }

    public GeneratedStatement finish(RandomQuery query) {
        return finish(query.sql(), false, query.orderKeys(), query.totalOrder());
    }

    public GeneratedStatement finish(String marked, boolean write, List<Integer> orderKeys, boolean totalOrder) {
        StringBuilder sql = new StringBuilder();
        List<Object> ordered = new ArrayList<>();
        int at = 0;
        for (int start = marked.indexOf(MARK); start >= 0; start = marked.indexOf(MARK, at)) {
            int end = marked.indexOf(MARK, start + 1);
            sql.append(marked, at, start).append('?');
            ordered.add(values.get(Integer.parseInt(marked.substring(start + 1, end))));
            at = end + 1;
        }
        sql.append(marked, at, marked.length());
        if (choices.chance(3)) {
            Remarks.insert(sql, choices);
        }
        return new GeneratedStatement(sql.toString(), ordered, write, orderKeys, totalOrder);
    }

    /**
     * Whether the label of the expression, when it gets no name, is what becomes of its text: databases call a subquery
     * by its text, of which each writes its own version, and the driver of MariaDB writes values of parameters into it.
     */
    public boolean labelsByItsText(Expr expr) {
        return expr.sql().contains("SELECT ") || mariaDb() && expr.sql().indexOf(MARK) >= 0;
    }
}
