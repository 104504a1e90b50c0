package org.shardingjdbc.parser.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.Statement;

/**
 * A parsed SQL text. Immutable, shared by all threads.
 *
 * @param sql the text as given; all spans count its characters
 * @param statement its only statement; a trailing semicolon is outside of its span
 * @param parameters every placeholder of the text, in text order, those too that stand where the tree does not reach
 * @param hints the content of each {@code SHARDING_HINT:} or {@code SHARDINGSPHERE_HINT:} comment, in text order,
 *     without comment marks and prefix
 * @param literals empty; where each parameter stands in place of a literal that only the execution knows, the kinds of
 *     these, by the parameters' indexes
 * @param plain whether each {@code ?} of the text is an operator, because no parameters can be given to it; an
 *     execution that prepares it would need them doubled
 * @param settings of {@code SET STATEMENT ... FOR} before the statement, or null
 * @param analysis what the statement is made of
 */
public record ParsedSql(
        String sql,
        Statement statement,
        List<Parameter> parameters,
        List<String> hints,
        List<LiteralKind> literals,
        boolean plain,
        @Nullable SetStatement settings,
        Analysis analysis) {
    public ParsedSql {
        parameters = List.copyOf(parameters);
        hints = List.copyOf(hints);
        literals = List.copyOf(literals);
    }

    /** A text whose statement is not analyzed yet. */
    public ParsedSql(
            String sql,
            Statement statement,
            List<Parameter> parameters,
            List<String> hints,
            boolean plain,
            @Nullable SetStatement settings) {
        this(sql, statement, parameters, hints, List.of(), plain, settings, Analysis.of(statement));
    }

    /** A text whose parameters are its own. */
    public ParsedSql(String sql, Statement statement, List<Parameter> parameters, List<String> hints) {
        this(sql, statement, parameters, hints, false, null);
    }

    /** The same with parameters that stand in place of literals. */
    public ParsedSql withLiterals(List<LiteralKind> kinds) {
        return new ParsedSql(sql, statement, parameters, hints, kinds, plain, settings, analysis);
    }

    /** The same with the hints of a statement that it stands in. */
    public ParsedSql withHints(List<String> all) {
        return new ParsedSql(sql, statement, parameters, all, literals, plain, settings, analysis);
    }

    /** What the literal is in whose place a parameter stands; null where it is a parameter of the text. */
    public @Nullable LiteralKind literal(Parameter parameter) {
        return literals.isEmpty() ? null : literals.get(parameter.index());
    }
}
