package org.shardingjdbc.parser.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.SetStatement.StatementWithSettings;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.build.Leaves;
import org.shardingjdbc.parser.internal.build.Literals;
import org.shardingjdbc.parser.internal.build.StatementBuilder;
import org.shardingjdbc.parser.internal.build.UnsupportedSyntaxException;
import org.shardingjdbc.parser.internal.grammar.ShortPrediction;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLayout;
import org.shardingjdbc.parser.internal.token.SqlLexer;
import org.shardingjdbc.parser.internal.token.SqlTokens;
import org.shardingjdbc.parser.internal.token.StatementEnds;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.parser.internal.token.TokenReader;
import org.shardingjdbc.parser.internal.token.Vocabularies;

/**
 * Reads statements of one dialect: tokens, then the grammar in its fast mode, in its thorough mode if that fails, then
 * the tree. Immutable, shared by all threads.
 */
public final class StatementReader {
    /** Parentheses that any thread's stack holds; what nests deeper is read on a stack of its own. */
    private static final int SHALLOW = 100;

    private static final long BYTES_PER_LEVEL = 16 * 1024L;
    private static final long LEAST_STACK = 8 * 1024 * 1024L;

    private final Dialect dialect;
    private final Vocabularies vocabularies;
    private final Literals literals;

    public StatementReader(Dialect dialect) {
        this.dialect = dialect;
        this.vocabularies = new Vocabularies(dialect);
        this.literals = new Literals(dialect);
    }

    /**
     * Reads a text with one statement.
     *
     * @throws ShardingException as {@link org.shardingjdbc.parser.internal.SqlParser#parse} says
     */
    public ParsedSql read(String sql) {
        return read(sql, false);
    }

    /** As {@link #read}, for a text that is not prepared. */
    public ParsedSql readPlain(String sql) {
        return read(sql, dialect.lexis().freeOperators());
    }

    private ParsedSql read(String sql, boolean plain) {
        TokenReader reader = new TokenReader(sql, dialect, vocabularies);
        SqlTokens tokens = reader.read(plain);
        Statement statement =
                reader.depth() <= SHALLOW ? parse(sql, tokens, reader) : parseOnOwnStack(sql, tokens, reader);
        boolean settings = statement instanceof StatementWithSettings;
        return new ParsedSql(
                sql,
                settings ? ((StatementWithSettings) statement).statement() : statement,
                reader.parameters(),
                reader.hints(),
                plain,
                settings ? ((StatementWithSettings) statement).settings() : null);
    }

    /** A plain text of PostgreSQL as one that is prepared: each question mark of an operator stands twice. */
    public String preparedText(String sql) {
        SqlLexer lexer = new SqlLexer(sql, dialect, vocabularies.keywords(), null);
        lexer.takeQuestionMarksForOperators();
        StringBuilder text = new StringBuilder(sql.length() + 4);
        int from = 0;
        while (lexer.next()) {
            for (int at = lexer.start(); lexer.type() == SqlGrammar.T_OPERATOR && at < lexer.stop(); at++) {
                if (sql.charAt(at) == '?') {
                    text.append(sql, from, at + 1).append('?');
                    from = at + 1;
                }
            }
        }
        return text.append(sql, from, sql.length()).toString();
    }

    /** The tokens of a text as a statement keeps them of itself: as they are written, without comments. */
    public String written(String sql) {
        StringBuilder text = new StringBuilder(sql.length());
        SqlLexer lexer = new SqlLexer(sql, dialect, vocabularies.keywords(), null);
        boolean behindText = false;
        int at = 0;
        while (lexer.next()) {
            boolean isText = lexer.type() == SqlGrammar.T_STRING;
            if (text.length() > 0 && at < lexer.start()) {
                text.append(Leaves.gap(sql, at, lexer.start(), behindText && isText));
            }
            text.append(sql, lexer.start(), lexer.stop());
            at = lexer.stop();
            behindText = isText;
        }
        return text.toString();
    }

    /**
     * Cuts a script at its semicolons.
     *
     * @throws ShardingException as {@link org.shardingjdbc.parser.internal.SqlParser#statements} says
     */
    public List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(script, dialect, vocabularies.keywords(), null);
        int start = -1;
        int stop = 0;
        while (lexer.next()) {
            if (lexer.type() == SqlGrammar.T_SEMICOLON) {
                if (start >= 0) {
                    statements.add(script.substring(start, stop));
                }
                start = -1;
            } else {
                start = start < 0 ? lexer.start() : start;
                stop = lexer.stop();
            }
        }
        if (start >= 0) {
            statements.add(script.substring(start, stop));
        }
        return statements;
    }

    /** The statements of a text, as {@link org.shardingjdbc.parser.internal.SqlParser#split} says. */
    public List<TextPart> split(String sql) {
        return new StatementEnds(sql, new SqlLexer(sql, dialect, vocabularies.keywords(), null)).read();
    }

    /** The text in lines, as {@link org.shardingjdbc.parser.internal.SqlParser#layOut} says. */
    public String layOut(String sql) {
        return SqlLayout.of(sql, dialect, vocabularies.keywords());
    }

    /** The hints of a text, as {@link org.shardingjdbc.parser.internal.SqlParser#hints} says. */
    public List<String> hints(String sql) {
        TokenReader reader = new TokenReader(sql, dialect, vocabularies);
        reader.read();
        return reader.hints();
    }

    /** The names that a text mentions, as {@link org.shardingjdbc.parser.internal.SqlParser#names} says. */
    public List<QualifiedName> names(String sql) {
        SqlTokens tokens = new TokenReader(sql, dialect, vocabularies).read();
        return new FailedParse(tokens, vocabularies, literals).mentionedNames();
    }

    private Statement parse(String sql, SqlTokens tokens, TokenReader reader) {
        try {
            return build(sql, tokens, reader);
        } catch (UnsupportedSyntaxException failure) {
            return ExplainedText.of(
                    tokens,
                    new FailedParse(tokens, vocabularies, literals).unparsed(failure.token(), failure.expected()));
        } catch (ParseCancellationException failure) {
            RecognitionException cause = (RecognitionException)
                    Objects.requireNonNull(failure.getCause(), "BailErrorStrategy says why it gives up");
            return ExplainedText.of(tokens, new FailedParse(tokens, vocabularies, literals).unparsed(cause));
        } catch (StackOverflowError failure) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    private Statement build(String sql, SqlTokens tokens, TokenReader reader) {
        SqlGrammar.RootContext root = parseTree(tokens);
        return new StatementBuilder(sql, dialect, literals, reader.parameters(), reader.optimizerHints())
                .visitRoot(root);
    }

    private static SqlGrammar.RootContext parseTree(SqlTokens tokens) {
        SqlGrammar grammar = new SqlGrammar(tokens);
        grammar.removeErrorListeners();
        grammar.setErrorHandler(new BailErrorStrategy());
        grammar.setInterpreter(new ShortPrediction(grammar, grammar.getInterpreter()));
        grammar.getInterpreter().setPredictionMode(PredictionMode.SLL);
        try {
            return grammar.root();
        } catch (ParseCancellationException failure) {
            grammar.reset();
            grammar.getInterpreter().setPredictionMode(PredictionMode.LL);
            return grammar.root();
        }
    }

    private Statement parseOnOwnStack(String sql, SqlTokens tokens, TokenReader reader) {
        AtomicReference<Statement> statement = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable task = () -> {
            try {
                statement.set(parse(sql, tokens, reader));
            } catch (RuntimeException | Error thrown) {
                failure.set(thrown);
            }
        };
        Thread thread = new Thread(null, task, "sharding-parser", LEAST_STACK + BYTES_PER_LEVEL * reader.depth());
        thread.setDaemon(true);
        thread.start();
        join(thread);
        if (failure.get() instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure.get() instanceof Error error) {
            throw error;
        }
        return Objects.requireNonNull(statement.get(), "a reading that neither ends nor fails");
    }

    /** Waits to the end; an interrupt stays pending for the caller. */
    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException failure) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
