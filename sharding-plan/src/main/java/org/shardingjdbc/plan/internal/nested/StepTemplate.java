package org.shardingjdbc.plan.internal.nested;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;

/**
 * A nested statement before it is known how the values must be written that the execution itself supplies: a tree with
 * parameters for them. It keeps the statements that were made of it. Safe for all threads.
 */
public final class StepTemplate {
    private final MadeStatement made;
    private final NestedPart part;
    private final SqlParser parser;
    /** Whom its statements are made for: itself, or what makes it. */
    private final Object maker;
    /** By how its own values are written. */
    private final Variants<List<ValueForm>, NestedStatement> filled = new Variants<>();

    private StepTemplate(MadeStatement made, NestedPart part, SqlParser parser, @Nullable Object maker) {
        this.made = made;
        this.part = part;
        this.parser = parser;
        this.maker = maker == null ? this : maker;
    }

    /** The same as one of those that others make. */
    public StepTemplate by(Object other) {
        return new StepTemplate(made, part, parser, other);
    }

    /**
     * A template that is a statement.
     *
     * @param statement see {@link MadeStatement#of}; the number of the n-th of its own values is {@code -1 - n}
     * @param outer the statement whose parts are in it
     */
    public static StepTemplate of(Statement statement, ParsedSql outer, NestedPart part, SqlParser parser) {
        return of(MadeStatement.of(statement, outer, parser), part, parser);
    }

    /** A template of a statement that is made already. */
    public static StepTemplate of(MadeStatement made, NestedPart part, SqlParser parser) {
        return new StepTemplate(made, part, parser, null);
    }

    /** The n-th of the values that an execution supplies, as a node. */
    public static Parameter own(int value) {
        return new Parameter(Span.NONE, -1 - value);
    }

    /** The statement with {@code ?} for each value. */
    public NestedStatement fill() {
        return fill(value -> ValueForm.PLAIN);
    }

    /**
     * The statement.
     *
     * @param forms how the n-th of the execution's own values is written
     */
    public NestedStatement fill(IntFunction<ValueForm> forms) {
        List<ValueForm> values = new ArrayList<>();
        for (Parameter parameter : made.parsed().parameters()) {
            int source = source(parameter);
            if (source < 0) {
                values.add(forms.apply(-1 - source));
            }
        }
        return filled.get(values, all -> made(all).by(maker));
    }

    /** Where the value of a parameter comes from, as {@link NestedStatement#sources} counts. */
    private int source(Parameter parameter) {
        return made.sources().get(parameter.index());
    }

    private NestedStatement made(List<ValueForm> values) {
        ParsedSql parsed = made.parsed();
        Iterator<ValueForm> next = values.iterator();
        TreeEdits edits = new TreeEdits(parsed);
        SqlPrinter printer = new SqlPrinter(parser.dialect());
        for (Parameter parameter : parsed.parameters()) {
            ValueForm form = source(parameter) < 0 ? next.next() : ValueForm.PLAIN;
            if (!form.equals(ValueForm.PLAIN)) {
                Expression value = MadeNodes.written(form, new Parameter(Span.NONE, parameter.index()));
                edits.replace(parameter, printer.operand(value));
            }
        }
        int[] sources = made.sources().stream().mapToInt(Integer::intValue).toArray();
        return new NestedStatement(edits.made(parser), part, sources);
    }

    /** The statement for people, with a word for each of its own values. */
    NestedStatement shown(String value) {
        String text = made.parsed().sql();
        StringBuilder sql = new StringBuilder();
        List<Integer> sources = new ArrayList<>();
        int at = 0;
        for (Parameter parameter : made.parsed().parameters()) {
            boolean own = source(parameter) < 0;
            sql.append(text, at, parameter.span().start()).append(own ? value : "?");
            if (!own) {
                sources.add(source(parameter));
            }
            at = parameter.span().stop();
        }
        return new NestedStatement(
                sql.append(text, at, text.length()).toString(),
                part,
                sources.stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public String toString() {
        return fill().toString();
    }
}
