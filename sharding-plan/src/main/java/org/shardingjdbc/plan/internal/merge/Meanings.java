package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * What the expressions of one statement mean: their trees, with what the binder found in place of each name, so that
 * {@code amount} is one thing where it is a column and another where it is an alias. One per plan; not thread-safe.
 *
 * <pre>
 *   SELECT o.amount * 2 ... ORDER BY AMOUNT*2         one meaning: column amount of the first table
 *   SELECT amount * 2, -amount AS amount ... ORDER BY amount * 2        two, where an alias comes before a column
 *   SELECT amount + ? ... ORDER BY amount + ?         none: the values may differ
 * </pre>
 */
final class Meanings {
    private final BoundStatement bound;
    private final Dialect dialect;
    private final SqlPrinter printer;
    /** Of what names stand for: queries and select items. */
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();

    private final Map<Expression, String> known = new IdentityHashMap<>();

    Meanings(BoundStatement bound, Dialect dialect) {
        this.bound = bound;
        this.dialect = dialect;
        this.printer = new SqlPrinter(dialect);
    }

    /** Equal for expressions that certainly mean the same; null for what has parameters, which means only itself. */
    @Nullable
    String of(Expression expression) {
        if (Tree.any(expression, Parameter.class::isInstance)) {
            return null;
        }
        return known.computeIfAbsent(expression, each -> print(meant(each)));
    }

    private String print(Expression meant) {
        String printed = printer.print(meant);
        // what a tree keeps in words, such as a type, it keeps as it is written
        return Tokens.comparable(printed, new Span(0, printed.length()), dialect);
    }

    /** That of an expression which is nothing but a name of it; null where the binder leaves it to the database. */
    @Nullable
    String of(ColumnOrigin origin) {
        String name = name(origin, Set.of());
        return name == null ? null : print(named(name, List.of()));
    }

    /** Whether two expressions certainly mean the same. */
    boolean same(Expression one, Expression other) {
        if (one == other) {
            return true;
        }
        String meaning = of(one);
        return meaning != null && meaning.equals(of(other));
    }

    private Expression meant(Expression expression) {
        // names of its own mean the same where the trees around them are the same
        Set<Node> within = Collections.newSetFromMap(new IdentityHashMap<>());
        within.addAll(Tree.all(expression, Node.class));
        return MadeStatement.unplaced(expression, node -> meant(node, within));
    }

    private @Nullable Node meant(Node node, Set<Node> within) {
        if (node instanceof ColumnReference reference) {
            String name = name(bound.origin(reference), within);
            return name == null ? named(folded(reference.name()), reference.qualifier()) : named(name, List.of());
        }
        return node instanceof Identifier identifier ? identifier(folded(identifier)) : null;
    }

    /** Null where the name is told by the tree, or the binder leaves it to the database. */
    private @Nullable String name(ColumnOrigin origin, Set<Node> within) {
        if (origin instanceof ColumnOrigin.OfTable of
                && !within.contains(of.table().node())) {
            return "table " + of.table().index() + "." + of.column();
        }
        if (origin instanceof ColumnOrigin.OfQuery of && !within.contains(of.query())) {
            return "query " + number(of.query()) + "." + of.output() + " at " + of.place();
        }
        return origin instanceof ColumnOrigin.OfAlias of ? "alias " + number(of.item()) : null;
    }

    private int number(Node named) {
        return numbers.computeIfAbsent(named, each -> numbers.size());
    }

    private static ColumnReference named(String name, List<Identifier> qualifier) {
        List<Identifier> parts = new ArrayList<>();
        qualifier.forEach(part -> parts.add(identifier(folded(part))));
        return new ColumnReference(Span.NONE, parts, identifier(name));
    }

    private static Identifier identifier(String name) {
        return new Identifier(Span.NONE, name, true);
    }

    private static String folded(Identifier name) {
        return name.quoted() ? name.text() : name.text().toLowerCase(Locale.ROOT);
    }
}
