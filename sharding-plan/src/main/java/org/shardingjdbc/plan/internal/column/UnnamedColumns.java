package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Names the columns that a statement means by {@code *}, and by an INSERT without a list, where the actual table has
 * others than statements see. What cannot be named stays as it is, to be refused. Immutable.
 */
public record UnnamedColumns(PlanningRules rules, Dialect dialect, NameQuoting names) {
    /** The statement with its columns named; itself where none is to be named. */
    public ParsedSql complete(BoundStatement bound, SqlParser parser) {
        if (bound.tables().stream().noneMatch(this::differs)) {
            return bound.parsed();
        }
        SqlPrinter printer = new SqlPrinter(dialect);
        TreeEdits edits = new TreeEdits(bound.parsed());
        for (Select select : bound.parsed().analysis().all(Select.class)) {
            for (SelectItem item : select.items()) {
                List<SelectItem> named = item instanceof StarItem star ? columns(star, select, bound) : null;
                if (named != null) {
                    edits.replace(item, printer.made(named, null));
                }
            }
        }
        for (InsertStatement insert : bound.parsed().analysis().all(InsertStatement.class)) {
            List<Identifier> list = list(insert, bound);
            if (list != null) {
                int behind = target(insert.table()).stop();
                MadeText made = printer.made(list, null).between(" (", ")");
                edits.change(insert, new Span(behind, behind), made, UnnamedColumns::listed);
            }
        }
        return edits.made(parser);
    }

    private static InsertStatement listed(InsertStatement insert, List<Node> made) {
        List<Identifier> columns = made.stream().map(Identifier.class::cast).toList();
        Span span = new Span(
                columns.get(0).span().start() - 1,
                columns.get(columns.size() - 1).span().stop() + 1);
        return new InsertStatement(
                insert.span(),
                insert.with(),
                insert.kind(),
                insert.table(),
                columns,
                span,
                insert.overriding(),
                insert.source(),
                insert.rowAlias(),
                insert.upsert(),
                insert.returning(),
                insert.modifiers(),
                insert.merge(),
                insert.keys(),
                insert.optimizerHint());
    }

    private boolean differs(BoundTable table) {
        return rules.columns(table.table().name()).stream().anyMatch(TransformedColumn::differsInTable);
    }

    /** What stands for a star; null where it may stay, or must. */
    private @Nullable List<SelectItem> columns(StarItem star, Select select, BoundStatement bound) {
        List<SelectItem> columns = new ArrayList<>();
        boolean needed = false;
        for (TableReference from : select.from()) {
            for (TableReference element : Tree.outsideQueries(from, TableReference.class)) {
                if (element instanceof JoinedTable join) {
                    if (join.natural() || !join.using().isEmpty() || join.alias() != null) {
                        return null;
                    }
                    continue;
                }
                Identifier name = name(element);
                if (name == null) {
                    return null;
                }
                if (isMeant(name, star)) {
                    BoundTable table = element instanceof NamedTable named ? bound.table(named) : null;
                    if (table != null && differs(table)) {
                        if (table.schema() == null) {
                            return null;
                        }
                        needed = true;
                        table.schema().columns().forEach(column -> columns.add(item(name, column)));
                    } else {
                        List<Identifier> parts = List.of(NameQuoting.again(name));
                        columns.add(new StarItem(Span.NONE, new QualifiedName(Span.NONE, parts)));
                    }
                }
            }
        }
        return needed ? columns : null;
    }

    private static @Nullable Identifier name(TableReference element) {
        if (element instanceof NamedTable named) {
            return named.exposedName();
        }
        if (element instanceof FunctionTable function) {
            return function.alias();
        }
        return element instanceof DerivedTable derived ? derived.alias() : null;
    }

    private static boolean isMeant(Identifier name, StarItem star) {
        return star.qualifier() == null || star.qualifier().last().text().equalsIgnoreCase(name.text());
    }

    private SelectItem item(Identifier table, ColumnSchema column) {
        ColumnReference reference =
                new ColumnReference(Span.NONE, List.of(NameQuoting.again(table)), names.columnName(column.name()));
        return new ExpressionItem(Span.NONE, reference, null);
    }

    /** The list of columns that an INSERT fills; null where it has one, or the number of values does not fit. */
    private @Nullable List<Identifier> list(InsertStatement insert, BoundStatement bound) {
        BoundTable target = bound.table(insert.table());
        boolean listed = insert.columnsSpan() != null || !insert.columns().isEmpty();
        if (listed
                || target == null
                || !differs(target)
                || target.schema() == null
                || insert.table().restricted()) {
            return null;
        }
        List<ColumnSchema> columns = target.schema().columns();
        int values = width(insert, bound);
        boolean fits = values == columns.size()
                || values < columns.size() && dialect.writes().fewerValuesThanColumns()
                || values == columns.size() - 1 && isGenerated(columns.get(values), target);
        if (values == 0 || !fits) {
            return null;
        }
        return columns.subList(0, values).stream()
                .map(column -> names.columnName(column.name()))
                .toList();
    }

    private static boolean isGenerated(ColumnSchema column, BoundTable target) {
        return target.table().generatesKey(column.name());
    }

    /** How many values each row has; 0 where that is not known or not the same. */
    private static int width(InsertStatement insert, BoundStatement bound) {
        if (insert.source() instanceof ValuesSource source) {
            int width = source.rows().get(0).values().size();
            return source.rows().stream().allMatch(row -> row.values().size() == width) ? width : 0;
        }
        if (insert.source() instanceof QuerySource source) {
            List<OutputColumn> outputs = bound.outputs(source.query());
            return outputs == null ? 0 : outputs.size();
        }
        return 0;
    }

    private static Span target(NamedTable table) {
        return table.alias() != null ? table.alias().span() : table.name().span();
    }
}
