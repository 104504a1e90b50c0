package org.shardingjdbc.plan.internal.naming;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Edits that put actual names where a statement names logic tables, and do nothing else. A table that the statement
 * also uses as a qualifier ({@code t_order.user_id}) gets its logic name as an alias where an alias may stand, so that
 * qualifiers, labels, {@code t_order.*} and FOR UPDATE OF stay as they are; where none may stand, the qualifiers are
 * edited too. One per plan.
 */
public final class TableNaming {
    private final BoundStatement bound;
    private final Dialect dialect;
    private final SqlEdits edits;
    private final Set<NamedTable> aliasable = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<NamedTable> aliases = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> mentioned = new HashSet<>();

    public TableNaming(BoundStatement bound, Dialect dialect, SqlEdits edits) {
        this.bound = bound;
        this.dialect = dialect;
        this.edits = edits;
    }

    /** Adds the edits. */
    public void apply() {
        collect();
        if (dialect.sorting().sortsByForms()
                && comparesColumnsOfStar(bound.parsed().statement())) {
            // a hidden column of a text's sort key names the table of the star's column
            bound.tables().forEach(table -> mention(table.node().name().last()));
        }
        Set<BoundTable> requalified = new HashSet<>();
        for (BoundTable table : bound.tables()) {
            if (!aliases.contains(table.node())) {
                apply(table, requalified);
            }
        }
        if (!requalified.isEmpty()) {
            requalify(bound.parsed().statement(), requalified);
        }
    }

    private void apply(BoundTable table, Set<BoundTable> requalified) {
        NamedTable node = table.node();
        Identifier last = node.name().last();
        boolean renamed = table.table().isRenamed();
        if (renamed) {
            edits.replace(last.span(), new Piece.TableName(table.index(), last));
        }
        if (node.alias() != null || !renamed || !isMentioned(last)) {
            return;
        }
        if (aliasable.contains(node)) {
            int end = dialect.syntax().partitionsBeforeAlias() && node.restricted()
                    ? node.span().stop()
                    : node.name().span().stop();
            edits.insert(end, " AS " + last.span().of(bound.parsed().sql()));
            dropSchemaOfQualifiers(last, table);
            dropSchemaOfStars(last, node);
        } else {
            requalified.add(table);
        }
    }

    private boolean isMentioned(Identifier name) {
        return mentioned.contains(name.text().toLowerCase(Locale.ROOT));
    }

    /** {@code s.t.c} does not name the column of a table that has an alias. */
    private void dropSchemaOfQualifiers(Identifier exposed, BoundTable table) {
        for (ColumnReference reference : bound.parsed().analysis().all(ColumnReference.class)) {
            List<Identifier> qualifier = reference.qualifier();
            if (qualifier.size() > 1
                    && last(qualifier).text().equalsIgnoreCase(exposed.text())
                    && isOf(reference, table)) {
                edits.delete(new Span(
                        qualifier.get(0).span().start(), last(qualifier).span().start()));
            }
        }
    }

    /** {@code s.t.*} neither. */
    private void dropSchemaOfStars(Identifier exposed, NamedTable node) {
        for (Select block : bound.parsed().analysis().all(Select.class)) {
            boolean reads = block.from().stream().anyMatch(reference -> Tree.outsideQueries(reference, NamedTable.class)
                    .contains(node));
            for (SelectItem item : reads ? block.items() : List.<SelectItem>of()) {
                List<Identifier> parts = item instanceof StarItem star && star.qualifier() != null
                        ? star.qualifier().parts()
                        : List.of();
                if (parts.size() > 1 && last(parts).text().equalsIgnoreCase(exposed.text())) {
                    edits.delete(new Span(
                            parts.get(0).span().start(), last(parts).span().start()));
                }
            }
        }
    }

    private void requalify(Statement statement, Set<BoundTable> tables) {
        for (BoundTable table : tables) {
            for (ColumnReference reference : Tree.all(seenIn(statement, table), ColumnReference.class)) {
                requalify(reference, table);
            }
        }
        for (StarItem star : Tree.outsideQueries(statement, StarItem.class)) {
            for (BoundTable table : tables) {
                if (star.qualifier() != null && names(star.qualifier().last(), table)) {
                    rename(star.qualifier().parts(), table);
                }
            }
        }
    }

    /** The part of a statement that sees the name of a table: outside of a delta table nobody knows what it writes. */
    private Node seenIn(Statement statement, BoundTable table) {
        for (DeltaTable delta : bound.parsed().analysis().all(DeltaTable.class)) {
            if (Tree.isWithin(table.node(), delta)) {
                return delta;
            }
        }
        return statement;
    }

    private void requalify(ColumnReference reference, BoundTable table) {
        List<Identifier> qualifier = reference.qualifier();
        if (!qualifier.isEmpty() && names(last(qualifier), table) && isOf(reference, table)) {
            rename(qualifier, table);
        }
    }

    private void rename(List<Identifier> qualifier, BoundTable table) {
        Identifier last = last(qualifier);
        if (table.table().isRenamed()) {
            edits.replace(last.span(), new Piece.TableName(table.index(), last));
        }
    }

    private static boolean names(Identifier name, BoundTable table) {
        return name.text().equalsIgnoreCase(table.node().name().last().text());
    }

    private boolean isOf(ColumnReference reference, BoundTable table) {
        ColumnOrigin origin = bound.origin(reference);
        return origin instanceof ColumnOrigin.OfTable of
                ? of.table().index() == table.index()
                : origin instanceof ColumnOrigin.Unresolved;
    }

    private static Identifier last(List<Identifier> parts) {
        return parts.get(parts.size() - 1);
    }

    /** Takes down which tables may have aliases, and which names are mentioned. */
    private void collect() {
        for (Node node : bound.parsed().analysis().nodes()) {
            if (node instanceof ColumnReference reference) {
                List<Identifier> qualifier = reference.qualifier();
                mention(qualifier.isEmpty() ? reference.name() : last(qualifier));
            } else if (node instanceof StarItem star && star.qualifier() != null) {
                mention(star.qualifier().last());
            } else if (node instanceof Query query) {
                query.locking().forEach(locking -> locking.tables().forEach(this::mention));
            } else if (node instanceof Select select) {
                select.from().forEach(this::addAliasable);
            } else if (node instanceof UpdateStatement update) {
                update.targets().forEach(this::addAliasable);
                update.from().forEach(this::addAliasable);
            } else if (node instanceof DeleteStatement delete) {
                collect(delete);
            } else if (node instanceof InsertStatement insert
                    && dialect.writes().aliasesInsertTargets()) {
                aliasable.add(insert.table());
            } else if (node instanceof MergeStatement merge) {
                aliasable.add(merge.target());
                addAliasable(merge.source());
            }
        }
    }

    private void collect(DeleteStatement delete) {
        delete.from().forEach(this::addAliasable);
        if (dialect.writes().aliasesDeleteTargets()) {
            aliasable.addAll(delete.targets());
        } else if (!delete.from().isEmpty()) {
            collectTargetsOfMultiTableDelete(delete);
        }
    }

    /**
     * In {@code DELETE t FROM t JOIN ...} the first {@code t} is what the second exposes: it stays, and the second
     * keeps that name. Its schema goes where the second gets an alias, which has none, and stays where it has none.
     */
    private void collectTargetsOfMultiTableDelete(DeleteStatement delete) {
        for (NamedTable target : delete.targets()) {
            aliases.add(target);
            mentioned.add(target.name().last().text().toLowerCase(Locale.ROOT));
            List<Identifier> parts = target.name().parts();
            if (parts.size() > 1 && isPartitioned(target)) {
                edits.delete(new Span(
                        parts.get(0).span().start(), target.name().last().span().start()));
            }
        }
    }

    private boolean isPartitioned(NamedTable node) {
        return bound.tables().stream()
                .anyMatch(table -> table.node() == node && table.table().isPartitioned());
    }

    private void addAliasable(TableReference reference) {
        if (reference instanceof NamedTable named) {
            aliasable.add(named);
        } else if (reference instanceof JoinedTable joined) {
            addAliasable(joined.left());
            addAliasable(joined.right());
        }
    }

    /** Whether rows may be sorted or told apart by a column that a star makes. */
    private static boolean comparesColumnsOfStar(Statement statement) {
        if (!(statement instanceof QueryStatement query)
                || !(query.query().body() instanceof Select select)
                || select.items().stream().noneMatch(StarItem.class::isInstance)) {
            return false;
        }
        OrderBy order = query.query().orderBy();
        boolean byPosition =
                order != null && order.items().stream().anyMatch(item -> SelectItems.position(item.expression()) > 0);
        return byPosition || select.quantifier() == Quantifier.DISTINCT;
    }

    private void mention(Identifier name) {
        mentioned.add(name.text().toLowerCase(Locale.ROOT));
    }
}
