package org.shardingjdbc.parser.internal.print;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.StatementWithSettings;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;

/**
 * A statement that was made of parts of another one and of nodes that were made, with parameters of both. Nothing is
 * parsed: what comes out is what parsing its text would give. Immutable.
 *
 * @param parsed its parameters are numbered as they stand in its text, and written so
 * @param sources the numbers that they had before, by those that they have now
 */
public record MadeStatement(ParsedSql parsed, List<Integer> sources) {
    public MadeStatement {
        sources = List.copyOf(sources);
    }

    /**
     * Prints a statement and numbers its parameters.
     *
     * @param statement one that was made, as well as those of its nodes that change; the others have their places in
     *     the other statement, and none of them stands twice
     * @param from the other statement
     * @param parser of the same dialect
     */
    public static MadeStatement of(Statement statement, ParsedSql from, SqlParser parser) {
        MadeText.Places places = new MadeText.Places(from.sql());
        SqlText text = new SqlText(parser.dialect().naming().quote(), places);
        StatementPrinter printer = new StatementPrinter(text, parser.dialect());
        text.print(statement, () -> statement.accept(printer));
        Statement placed = places.placed(statement, text.toString());
        List<Parameter> parameters = places.parameters(from.parameters());
        parameters.sort(Comparator.comparingInt(parameter -> parameter.span().start()));
        return numbered(new ParsedSql(text.toString(), placed, parameters, from.hints()), parser);
    }

    /**
     * A statement that stands in another one, as if it had been given by itself; the hints of the other one are its
     * own.
     */
    public static ParsedSql inner(Statement statement, ParsedSql from, SqlParser parser) {
        Span place = statement.span();
        Statement own = (Statement) Rebuilt.moved(statement, -place.start());
        List<Parameter> parameters = new ArrayList<>();
        for (Parameter parameter : from.parameters()) {
            Span span = parameter.span();
            if (span.start() >= place.start() && span.stop() <= place.stop()) {
                parameters.add((Parameter) Rebuilt.moved(parameter, -place.start()));
            }
        }
        SetStatement settings = own instanceof StatementWithSettings with ? with.settings() : null;
        Statement set = own instanceof StatementWithSettings with ? with.statement() : own;
        String sql = place.of(from.sql());
        ParsedSql inner = new ParsedSql(sql, set, parameters, from.hints(), from.plain(), settings);
        assert TreeEdits.isAsParsed(inner, parser) : "parsing gives another tree: " + sql;
        return inner;
    }

    /** A node with all below it as if it had been made, so that it is printed and not copied. */
    @SuppressWarnings("unchecked")
    public static <N extends Node> N unplaced(N node) {
        return (N) Rebuilt.unplaced(node);
    }

    /** A node that stands in a statement once more. */
    @SuppressWarnings("unchecked")
    public static <N extends Node> N again(N node) {
        return (N) Rebuilt.replaced(node, inner -> null);
    }

    /**
     * A node once more with others in place of some that are below it, or it.
     *
     * @param instead null for each node that stays, which is copied as it is written unless it is around another one
     */
    @SuppressWarnings("unchecked")
    public static <N extends Node> N again(N node, UnaryOperator<Node> instead) {
        return (N) Rebuilt.changed(node, instead);
    }

    /** @param made the numbers of its parameters are those that they had before */
    static MadeStatement numbered(ParsedSql made, SqlParser parser) {
        ParsedSql plain = made;
        if (made.parameters().stream().anyMatch(Parameter::numbered)) {
            TreeEdits edits = new TreeEdits(made);
            for (Parameter parameter : made.analysis().all(Parameter.class)) {
                if (parameter.numbered()) {
                    edits.replace(
                            parameter, new MadeText("?", List.of(new Parameter(new Span(0, 1), parameter.index()))));
                }
            }
            plain = edits.unnumbered(parser);
        }
        List<Integer> sources = new ArrayList<>();
        List<Parameter> parameters = new ArrayList<>();
        Map<Integer, Parameter> byPlace = new HashMap<>();
        for (Parameter parameter : plain.parameters()) {
            Parameter now = new Parameter(parameter.span(), sources.size(), parameter.numbered());
            sources.add(parameter.index());
            parameters.add(now);
            byPlace.put(parameter.span().start(), now);
        }
        Statement statement = (Statement) Rebuilt.replaced(
                plain.statement(),
                node -> node instanceof Parameter parameter
                        ? byPlace.get(parameter.span().start())
                        : null);
        List<String> hints = made.hints().isEmpty() ? List.of() : parser.hints(plain.sql());
        ParsedSql numbered = new ParsedSql(
                plain.sql(),
                statement,
                parameters,
                hints,
                List.of(),
                made.plain(),
                plain.settings(),
                Analysis.of(statement));
        assert TreeEdits.isAsParsed(numbered, parser) : "parsing gives another tree: " + numbered.sql();
        return new MadeStatement(numbered, sources);
    }
}
