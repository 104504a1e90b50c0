package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.fact.ComputedText;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.rule.column.PlainValueUse;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * Gathers the parameters and literals that stand for values of transformed columns. One per planning of a statement.
 */
final class WrittenValues {
    private static final Set<String> TEXTS = Set.of("varchar", "character varying", "text");

    private final ParsedSql parsed;
    private final ColumnRefusals refusals;
    private final SecondForms seconds;
    private final OtherForms others;
    private final int parameterCount;
    private final List<ColumnValues.AddedParameter> added = new ArrayList<>();
    private final Map<Integer, StoredColumn> parameters = new HashMap<>();
    private final Map<Integer, Integer> places = new HashMap<>();
    private final Map<Expression, Replacement> replaced = new LinkedHashMap<>();

    /** What is stored in the place of a literal, or of what is computed. */
    private record Replacement(StoredColumn column, Expression stored) {}

    WrittenValues(ParsedSql parsed, StoredNames names, ColumnRefusals refusals) {
        this.parsed = parsed;
        this.parameterCount = PlanFacts.parameterCount(parsed);
        this.seconds = new SecondForms(this, names);
        this.others = new OtherForms(this);
        this.refusals = refusals;
    }

    /**
     * Adds the value that an expression is, if it is one alone, or computed of such.
     *
     * @return false when it is something else
     */
    boolean add(Expression given, StoredColumn column) {
        Expression value = bare(given);
        if (value instanceof Parameter parameter) {
            add(parameter, column);
            return true;
        }
        if (value instanceof Literal literal && literal.kind() == LiteralKind.NULL) {
            return true;
        }
        boolean text = value instanceof Literal literal && literal.kind() == LiteralKind.STRING;
        if (!text && ComputedTexts.of(value) == null) {
            return false;
        }
        Replacement before = replaced.put(value, new Replacement(column, stored(value, column)));
        if (before != null
                && !Objects.equals(
                        before.column.column().write(), column.column().write())) {
            refusals.refuse(value, column, ", and another column otherwise");
        }
        return true;
    }

    /**
     * Whether a value is computed, and better by the database, whatever it is: where rows of the column may be pulled
     * to answer the query.
     *
     * @param column as it is read
     */
    boolean isLeft(Expression value, StoredColumn column) {
        return column.column().use() == PlainValueUse.PULLED
                && parsed.statement() instanceof QueryStatement
                && ComputedTexts.of(bare(value)) != null;
    }

    /** A value under casts to texts of any length, which leave a text as it is. */
    private static Expression bare(Expression given) {
        Expression value = given;
        while (value instanceof Cast cast && TEXTS.contains(cast.type().trim().toLowerCase(Locale.ROOT))) {
            value = cast.value();
        }
        return value;
    }

    private void add(Parameter parameter, StoredColumn column) {
        StoredColumn before = parameters.put(parameter.index(), column);
        places.merge(parameter.index(), 1, Integer::sum);
        if (before != null
                && !Objects.equals(before.column().write(), column.column().write())) {
            refusals.refuse(parameter, column, ", and another column otherwise");
        }
    }

    /** What is stored, as a literal that every database reads alike. */
    private Expression text(Expression constant, @Nullable Object value, StoredColumn column) {
        if (refusals.any()) {
            return MadeNodes.unknown();
        }
        StoredColumn.Stored stored = column.store(value);
        if (stored.refusal() != null) {
            refusals.refuseValue(stored.refusal());
            return MadeNodes.unknown();
        }
        if (!(stored.value() instanceof String text)
                || text.indexOf('\\') >= 0
                || text.chars().anyMatch(Character::isISOControl)) {
            refusals.refuse(constant, column, " into what is no plain text literal: give it as a parameter");
            return MadeNodes.unknown();
        }
        return MadeNodes.text(text);
    }

    /** Those of columns that have two. */
    SecondForms seconds() {
        return seconds;
    }

    /** Looks for values in the other forms in which they may be stored. */
    OtherForms others() {
        return others;
    }

    /** A further form of a value that was added, in a placeholder of its own: of a parameter, or of a literal. */
    Expression stored(Expression given, StoredColumn column) {
        Expression value = bare(given);
        if (value instanceof Parameter parameter) {
            return added(new ColumnValues.AddedParameter(parameter.index(), column));
        }
        if (value instanceof DefaultValue) {
            return new DefaultValue(Span.NONE);
        }
        if (value instanceof Literal literal && literal.kind() == LiteralKind.STRING) {
            return constant(literal, literal.value(), column);
        }
        ComputedText computed = ComputedTexts.of(value);
        if (computed == null) {
            return MadeNodes.unknown();
        }
        if (computed.isConstant()) {
            return constant(value, computed(computed, column), column);
        }
        return added(new ColumnValues.AddedParameter(computed, column));
    }

    /** Its placeholder. */
    private Parameter added(ColumnValues.AddedParameter parameter) {
        added.add(parameter);
        return new Parameter(Span.NONE, parameterCount + added.size() - 1);
    }

    /** Null where it is refused. */
    private @Nullable Object computed(ComputedText constant, StoredColumn column) {
        try {
            return constant.of(index -> null);
        } catch (IllegalArgumentException e) {
            refusals.refuseValue(column.refuse(e.getMessage(), e));
            return null;
        }
    }

    /** A form that tells nothing is made anew on each execution: a plan that is kept would store it many times. */
    private Expression constant(Expression constant, @Nullable Object value, StoredColumn column) {
        if (column.column().kept() != StoredProperty.NULLS || !(value instanceof String text)) {
            return text(constant, value, column);
        }
        return added(new ColumnValues.AddedParameter(text, column));
    }

    /** Placeholders behind those of the statement. */
    List<ColumnValues.AddedParameter> added() {
        return added;
    }

    /** Puts what is stored in the place of literals, and second forms beside the first. */
    void edit(SqlEdits edits, NameQuoting quoting) {
        seconds.edit(edits, quoting);
        others.edit(edits);
        replaced.forEach((value, by) -> edits.replace(value.span(), Piece.Made.of(by.stored)));
    }

    /** By index; empty where none is transformed. */
    Map<Integer, StoredColumn> parameters() {
        for (Parameter parameter : parsed.parameters()) {
            places.computeIfPresent(parameter.index(), (index, left) -> left - 1);
        }
        for (Parameter parameter : parsed.parameters()) {
            StoredColumn column = parameters.get(parameter.index());
            if (column != null && places.getOrDefault(parameter.index(), 0) != 0) {
                refusals.refuse(parameter, column, ", and another value as it is");
            }
        }
        return parameters;
    }
}
