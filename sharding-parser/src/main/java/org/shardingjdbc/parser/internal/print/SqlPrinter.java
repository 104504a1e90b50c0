package org.shardingjdbc.parser.internal.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;

/**
 * Prints trees as SQL of one dialect, from what they say and never from the text that they were read from: a tree that
 * was made is printed like one that was read. Parsed again, the text gives the same tree, but for its spans. Of
 * comments the tree has only the hints for the optimizer behind the first word of a statement or a SELECT.
 *
 * <p>What the tree has no nodes for is kept in it as its words, and printed so: types, the tails of SQL/JSON calls,
 * index hints, partitions and samples of a table, the target of INTO. Whole statements are kept so whose parts do not
 * matter to us: {@link org.shardingjdbc.parser.internal.ast.DdlStatement} unless it is a DROP TABLE that was made,
 * {@link org.shardingjdbc.parser.internal.ast.TransactionStatement},
 * {@link org.shardingjdbc.parser.internal.ast.SetStatement} unless it was made,
 * {@link org.shardingjdbc.parser.internal.ast.ShowStatement},
 * {@link org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement},
 * {@link org.shardingjdbc.parser.internal.ast.OtherStatement} and
 * {@link org.shardingjdbc.parser.internal.ast.UnparsedStatement}.
 *
 * <p>Placeholders without numbers are printed where they stand: who makes a tree of parts gives parameters in the order
 * of its text.
 *
 * <p>Immutable, shared by all threads.
 */
public final class SqlPrinter {
    private static final long DEEP_STACK = 256 * 1024 * 1024L;

    private final Dialect dialect;

    public SqlPrinter(Dialect dialect) {
        this.dialect = dialect;
    }

    /** A parsed text, with its settings if it has such. */
    public String print(ParsedSql parsed) {
        return print(printer -> {
            if (parsed.settings() != null) {
                parsed.settings().accept(printer);
            }
            parsed.statement().accept(printer);
        });
    }

    /**
     * A statement.
     *
     * @throws IllegalStateException for one that was made, of a kind that is printed as it was written
     */
    public String print(Statement statement) {
        return print(printer -> statement.accept(printer));
    }

    /** A query without parentheses around it. */
    public String print(Query query) {
        return print(printer -> printer.queries().print(query));
    }

    /** An expression as it stands in a select list. */
    public String print(Expression expression) {
        return print(printer -> printer.queries().expressions().print(expression));
    }

    /** A table as it stands in FROM. */
    public String print(TableReference table) {
        return print(printer -> printer.queries().tables().print(table));
    }

    /**
     * A node that was made, and where it is in the text. Nodes below it that have spans are printed as they are written
     * where they are from.
     *
     * @param node a table, a body of a query, an expression, an ORDER BY, a LIMIT or a name
     * @param source the text that the spans count, may be null where no node has one
     */
    public MadeText made(Node node, @Nullable String source) {
        return made(List.of(node), source);
    }

    /** An expression that was made, in parentheses where what stands beside it could take a part of it. */
    public MadeText operand(Expression expression) {
        MadeText made = made(expression, null);
        return new Precedence(dialect).of(expression) == Precedence.PRIMARY ? made : made.between("(", ")");
    }

    /** As {@link #made(Node, String)}, with commas between the nodes. */
    public MadeText made(List<? extends Node> nodes, @Nullable String source) {
        MadeText.Places places = new MadeText.Places(source == null ? "" : source);
        return new MadeText(list(nodes, places), new ArrayList<>(places.nodes(nodes)));
    }

    /**
     * As {@link #made(List, String)}, for whoever edits the text that the nodes below them with spans were read from.
     *
     * @param nodes as for {@link #made(Node, String)}, keys of an ORDER BY and a GROUP BY too
     * @return in the order of the text
     */
    public List<PrintedPart> parts(List<? extends Node> nodes) {
        PartFinder finder = new PartFinder();
        return finder.in(list(nodes, finder));
    }

    /** With commas between them. */
    private String list(List<? extends Node> nodes, SqlText.Writing writing) {
        SqlText text = new SqlText(dialect.naming().quote(), writing);
        StatementPrinter printer = new StatementPrinter(text, dialect);
        for (int at = 0; at < nodes.size(); at++) {
            if (at > 0) {
                text.comma();
            }
            printer.part(nodes.get(at));
        }
        return text.toString();
    }

    private String print(Consumer<StatementPrinter> tree) {
        try {
            return printHere(tree);
        } catch (StackOverflowError failure) {
            return printOnOwnStack(tree);
        }
    }

    private String printHere(Consumer<StatementPrinter> tree) {
        SqlText text = new SqlText(dialect.naming().quote(), null);
        tree.accept(new StatementPrinter(text, dialect));
        return text.toString();
    }

    /** What was read on a stack of its own is printed on such. */
    private String printOnOwnStack(Consumer<StatementPrinter> tree) {
        AtomicReference<String> text = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> text.set(printHere(tree)), "sharding-printer", DEEP_STACK);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((ignored, thrown) -> failure.set(thrown));
        thread.start();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException interruption) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a tree that nests too deeply", failure.get());
        }
        return Objects.requireNonNull(text.get(), "a printing that neither ends nor fails");
    }
}
