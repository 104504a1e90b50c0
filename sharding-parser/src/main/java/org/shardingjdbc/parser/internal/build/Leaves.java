package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.QueryBody.Into;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.IdentifierContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.NameContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TableNameContext;
import org.shardingjdbc.parser.internal.token.SqlToken;

/** Makes the smallest nodes: spans, names, parameters. One per parse. */
public final class Leaves {
    private final String sql;
    private final Literals literals;
    private final List<Parameter> parameters;
    private final List<Span> optimizerHints;

    Leaves(String sql, Literals literals, List<Parameter> parameters, List<Span> optimizerHints) {
        this.sql = sql;
        this.literals = literals;
        this.parameters = parameters;
        this.optimizerHints = optimizerHints;
    }

    Literals literals() {
        return literals;
    }

    /** The text of a span. */
    String text(Span span) {
        return span.of(sql);
    }

    /** The tokens of a context as they are written, apart where they are: its text without comments. */
    String written(ParserRuleContext context) {
        return written(List.of(context));
    }

    /** As {@link #written(ParserRuleContext)}, of parts that follow each other. */
    String written(List<? extends ParseTree> contexts) {
        List<SqlToken> tokens = new ArrayList<>();
        contexts.forEach(context -> addTokens(context, tokens));
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < tokens.size(); at++) {
            SqlToken token = tokens.get(at);
            if (at > 0 && tokens.get(at - 1).stop < token.start) {
                text.append(gap(tokens.get(at - 1), token));
            }
            text.append(token.getText());
        }
        return text.toString();
    }

    /** To PostgreSQL, texts that follow each other are one text if they are in different lines. */
    private char gap(SqlToken before, SqlToken behind) {
        boolean texts = before.getType() == SqlGrammar.T_STRING && behind.getType() == SqlGrammar.T_STRING;
        return gap(sql, before.stop, behind.start, texts);
    }

    /** What stands between two tokens; between two texts a new line where there was one. */
    public static char gap(String sql, int start, int stop, boolean texts) {
        return texts && sql.substring(start, stop).indexOf('\n') >= 0 ? '\n' : ' ';
    }

    private static void addTokens(ParseTree context, List<SqlToken> tokens) {
        for (int at = 0; at < context.getChildCount(); at++) {
            addTokens(context.getChild(at), tokens);
        }
        if (context instanceof TerminalNode node) {
            tokens.add((SqlToken) node.getSymbol());
        }
    }

    /** The hint for the optimizer between the first word of a context and the next one; empty where there is none. */
    String optimizerHint(ParserRuleContext context) {
        if (optimizerHints.isEmpty()) {
            return "";
        }
        ParseTree second = context.getChild(1);
        Token following =
                second instanceof TerminalNode word ? word.getSymbol() : ((ParserRuleContext) second).getStart();
        int start = ((SqlToken) context.getStart()).stop;
        int stop = ((SqlToken) following).start;
        StringBuilder hint = new StringBuilder();
        for (Span span : optimizerHints) {
            if (span.start() >= start && span.stop() <= stop) {
                hint.append(hint.length() == 0 ? "" : " ").append(text(span));
            }
        }
        return hint.toString();
    }

    /** The tokens of a context as they are written, a blank where one may stand; empty for null. */
    static String words(ParseTree context) {
        StringBuilder words = new StringBuilder();
        if (context != null) {
            addWords(context, words);
        }
        return words.toString();
    }

    /** The words of some contexts, a blank between them. */
    static String words(List<? extends ParseTree> contexts) {
        StringBuilder words = new StringBuilder();
        contexts.forEach(context -> addWords(context, words));
        return words.toString();
    }

    private static void addWords(ParseTree context, StringBuilder words) {
        for (int at = 0; at < context.getChildCount(); at++) {
            addWords(context.getChild(at), words);
        }
        if (context instanceof TerminalNode token) {
            char before = words.length() == 0 ? '(' : words.charAt(words.length() - 1);
            String text = token.getText();
            boolean apart = "(.[".indexOf(before) < 0
                    && !Set.of(")", ",", ".", "[", "]").contains(text);
            words.append(apart ? " " : "").append(text);
        }
    }

    static Into into(ParseTree clause) {
        List<String> variables = new ArrayList<>();
        addVariables(clause, variables);
        return new Into(words(clause), variables);
    }

    private static void addVariables(ParseTree context, List<String> variables) {
        for (int at = 0; at < context.getChildCount(); at++) {
            addVariables(context.getChild(at), variables);
        }
        if (context instanceof TerminalNode token && token.getText().startsWith("@")) {
            variables.add(token.getText());
        }
    }

    public static Span span(ParserRuleContext context) {
        return new Span(((SqlToken) context.start).start, ((SqlToken) context.stop).stop);
    }

    /** From the first character of {@code first} to the last of {@code last}. */
    public static Span span(Token first, Token last) {
        return new Span(((SqlToken) first).start, ((SqlToken) last).stop);
    }

    public static Span span(TerminalNode node) {
        return span((SqlToken) node.getSymbol());
    }

    private static Span span(SqlToken token) {
        return new Span(token.start, token.stop);
    }

    /** The span of consecutive contexts, at least one. */
    public static Span span(List<? extends ParserRuleContext> contexts) {
        return span(
                contexts.get(0).getStart(), contexts.get(contexts.size() - 1).getStop());
    }

    /** The name, or null for null. */
    @Contract("!null -> !null")
    @Nullable
    Identifier identifier(@Nullable ParserRuleContext context) {
        return context == null ? null : identifier(context.getStart());
    }

    /** The name that a word, a quoted name or a string is. */
    Identifier identifier(Token token) {
        Span span = span((SqlToken) token);
        String text = span.of(sql);
        return switch (((SqlToken) token).type) {
            case SqlGrammar.T_QUOTED -> new Identifier(span, literals.name(text), true, literals.hasBackticks(text));
            case SqlGrammar.T_STRING -> new Identifier(span, literals.string(text), true);
            default -> new Identifier(span, text, false);
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
        int start = ((SqlToken) token).start;
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
