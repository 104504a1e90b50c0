package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.operator.BindSubqueries.Replacement;

/**
 * A statement whose uncorrelated subqueries are executed first. Their values take their places as parameters, so that
 * the rest is a logic statement of its own, which routes by them and merges. When they are too many, or of a type that
 * no parameter has, {@link ShardPlan#otherSteps} tells what is done otherwise. Immutable.
 *
 * @param sql the statement
 * @param parameters its placeholders
 * @param subqueries in text order
 * @param refusal why the statement is not answered in one step
 * @param rests the statements with values put in that were made before
 */
public record BindSubqueries(
        String sql,
        List<Parameter> parameters,
        List<Subquery> subqueries,
        ShardingException refusal,
        Kept<List<Replacement>, NestedStatement> rests)
        implements SteppedExecution {
    public BindSubqueries {
        parameters = List.copyOf(parameters);
        subqueries = List.copyOf(subqueries);
    }

    public BindSubqueries(
            String sql, List<Parameter> parameters, List<Subquery> subqueries, ShardingException refusal) {
        this(sql, parameters, subqueries, refusal, new Kept<>());
    }

    /** The same of another execution, which is refused with that. */
    public BindSubqueries refusedWith(ShardingException raised) {
        return new BindSubqueries(sql, parameters, subqueries, raised, rests);
    }

    /**
     * What is put into the statement.
     *
     * @param span what it replaces; empty to insert
     * @param text holds one {@code ?} for each of its values and no other
     * @param values how many
     */
    public record Replacement(Span span, String text, int values) {}

    /**
     * The statement with values put in.
     *
     * @param replacements in any order; the own values of the result count through them in the order given here. One
     *     inside of another is left out
     */
    public NestedStatement with(List<Replacement> replacements) {
        return rests.get(List.copyOf(replacements), all -> with(sql, parameters, all));
    }

    /** The statement with one value, or one row of values, for each subquery. */
    public NestedStatement sample() {
        List<Replacement> samples = new ArrayList<>(subqueries.size());
        for (Subquery subquery : subqueries) {
            samples.add(subquery.sample());
        }
        return with(samples);
    }

    /** A part of a statement that is one by itself. */
    public static NestedStatement part(ParsedSql whole, Span part) {
        List<Integer> sources = new ArrayList<>();
        addSources(whole.parameters(), part.start(), part.stop(), sources);
        return new NestedStatement(
                part.of(whole.sql()),
                sources.stream().mapToInt(Integer::intValue).toArray());
    }

    private static NestedStatement with(String sql, List<Parameter> parameters, List<Replacement> replacements) {
        List<Numbered> ordered = new ArrayList<>(replacements.size());
        int first = 0;
        for (Replacement replacement : replacements) {
            ordered.add(new Numbered(replacement, first));
            first += replacement.values();
        }
        ordered.sort(Comparator.<Numbered>comparingInt(each -> each.what.span().start())
                .thenComparingInt(each -> -each.what.span().stop()));
        StringBuilder text = new StringBuilder(sql.length() + 64);
        List<Integer> sources = new ArrayList<>();
        int at = 0;
        for (Numbered each : ordered) {
            Span span = each.what.span();
            if (span.start() < at) {
                continue;
            }
            text.append(sql, at, span.start()).append(each.what.text());
            addSources(parameters, at, span.start(), sources);
            for (int i = 0; i < each.what.values(); i++) {
                sources.add(-1 - (each.first + i));
            }
            at = span.stop();
        }
        text.append(sql, at, sql.length());
        addSources(parameters, at, sql.length(), sources);
        return new NestedStatement(
                text.toString(), sources.stream().mapToInt(Integer::intValue).toArray());
    }

    private static void addSources(List<Parameter> parameters, int from, int to, List<Integer> sources) {
        for (Parameter parameter : parameters) {
            if (parameter.span().start() >= from && parameter.span().stop() <= to) {
                sources.add(parameter.index());
            }
        }
    }

    private record Numbered(Replacement what, int first) {}
}
