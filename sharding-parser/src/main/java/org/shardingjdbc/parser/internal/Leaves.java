package org.shardingjdbc.parser.internal;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.shardingjdbc.parser.internal.SqlGrammar.IdentifierContext;
import org.shardingjdbc.parser.internal.SqlGrammar.NameContext;
import org.shardingjdbc.parser.internal.SqlGrammar.TableNameContext;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;

/** Makes the smallest nodes: spans, names, parameters. One per parse. */
final class Leaves {
    private final String sql;
    private final Literals literals;
    private final List<Parameter> parameters;

    Leaves(String sql, Literals literals, List<Parameter> parameters) {
        this.sql = sql;
        this.literals = literals;
        this.parameters = parameters;
    }

    Literals literals() {
        return literals;
    }

    /** The text of a span. */
    String text(Span span) {
        return span.of(sql);
    }

    static Span span(ParserRuleContext context) {
        return span(context.getStart(), context.getStop());
    }

    /** From the first character of {@code first} to the last of {@code last}. */
    static Span span(Token first, Token last) {
        return new Span(((SqlToken) first).start(), ((SqlToken) last).stop());
    }

    static Span span(TerminalNode node) {
        return span(node.getSymbol(), node.getSymbol());
    }

    /** The span of consecutive contexts, at least one. */
    static Span span(List<? extends ParserRuleContext> contexts) {
        return span(
                contexts.get(0).getStart(), contexts.get(contexts.size() - 1).getStop());
    }

    /** The name, or null for null. */
    Identifier identifier(ParserRuleContext context) {
        return context == null ? null : identifier(context.getStart());
    }

    /** The name that a word, a quoted name or a string is. */
    Identifier identifier(Token token) {
        String text = token.getText();
        return switch (token.getType()) {
            case SqlGrammar.T_QUOTED -> new Identifier(span(token, token), literals.name(text), true);
            case SqlGrammar.T_STRING -> new Identifier(span(token, token), literals.string(text), true);
            default -> new Identifier(span(token, token), text, false);
        };
    }

    List<Identifier> identifiers(List<IdentifierContext> contexts) {
        List<Identifier> names = new ArrayList<>(contexts.size());
        for (IdentifierContext context : contexts) {
            names.add(identifier(context));
        }
        return names;
    }

    QualifiedName name(NameContext context) {
        return new QualifiedName(span(context), identifiers(context.identifier()));
    }

    List<QualifiedName> names(List<NameContext> contexts) {
        List<QualifiedName> names = new ArrayList<>(contexts.size());
        for (NameContext context : contexts) {
            names.add(name(context));
        }
        return names;
    }

    /** A table without an alias. */
    NamedTable table(TableNameContext context) {
        return new NamedTable(span(context), name(context.name()), null, List.of(), false);
    }

    List<NamedTable> tables(List<TableNameContext> contexts) {
        List<NamedTable> tables = new ArrayList<>(contexts.size());
        for (TableNameContext context : contexts) {
            tables.add(table(context));
        }
        return tables;
    }

    /** The placeholder that stands at a token. */
    Parameter parameter(Token token) {
        int start = ((SqlToken) token).start();
        int low = 0;
        int high = parameters.size() - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (parameters.get(middle).span().start() < start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return parameters.get(low);
    }
}
