package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.plan.internal.nested.BoundAnswers;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.Subquery;
import org.shardingjdbc.plan.internal.nested.Variants;

/**
 * A statement whose uncorrelated subqueries are executed first. Their values replace them as parameters, so that the
 * rest is a logic statement of its own, which is routed by these values and merged. When there are too many values, or
 * their type is none that a parameter has, {@link ShardPlan#otherSteps} gives other steps. Immutable, except that it
 * keeps the statements that were made of it.
 *
 * @param statement the statement
 * @param subqueries in text order
 * @param refusal why an execution of the statement is not answered in one step; null before there is one
 * @param rests the statements with values that were made before
 */
public record BindSubqueries(
        Whole statement,
        List<Subquery> subqueries,
        @Nullable ShardingException refusal,
        Variants<List<Subquery.Answer>, NestedStatement> rests)
        implements SteppedExecution {
    public BindSubqueries {
        subqueries = List.copyOf(subqueries);
    }

    public BindSubqueries(Whole statement, List<Subquery> subqueries) {
        this(statement, subqueries, null, new Variants<>());
    }

    /**
     * The statement, and the parser that makes others of it.
     *
     * @param parser of its dialect
     */
    public record Whole(ParsedSql parsed, SqlParser parser) {}

    /** The same steps for another execution, which is refused with that. */
    public BindSubqueries refusedWith(ShardingException raised) {
        return new BindSubqueries(statement, subqueries, raised, rests);
    }

    public String sql() {
        return statement.parsed().sql();
    }

    /**
     * The statement with values put in.
     *
     * @param answers of the subqueries, in their order; the own values of the result count through them, row by row
     */
    public NestedStatement with(List<Subquery.Answer> answers) {
        return rests.get(List.copyOf(answers), all -> {
            BoundAnswers bound = new BoundAnswers(statement.parsed(), statement.parser());
            for (int i = 0; i < subqueries.size(); i++) {
                bound.put(subqueries.get(i), all.get(i));
            }
            return bound.statement();
        });
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "BindSubqueries";
    }

    @Override
    public List<NestedStep> inputs() {
        List<NestedStep> inputs = new ArrayList<>();
        for (int i = 0; i < subqueries.size(); i++) {
            inputs.add(NestedStep.planned(
                    "Subquery", String.valueOf(i + 1), subqueries.get(i).rows()));
        }
        NestedStatement rest = sample();
        inputs.add(NestedStep.last("Rest", "with the values found", rest, NestedStep.shown(null, rest)));
        return inputs;
    }

    /** The statement with one value, or one row of values, for each subquery. */
    public NestedStatement sample() {
        List<Subquery.Answer> samples = new ArrayList<>(subqueries.size());
        for (Subquery subquery : subqueries) {
            List<ValueForm> row = subquery.kind() == Subquery.Kind.EXISTS
                    ? List.of()
                    : Collections.nCopies(subquery.width(), ValueForm.PLAIN);
            samples.add(new Subquery.Answer(true, 1, row, null));
        }
        return with(samples);
    }
}
