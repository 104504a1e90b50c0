package org.shardingjdbc.plan.internal.column;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.parser.internal.ast.DerivedTable;
import org.shardingjdbc.parser.internal.ast.FunctionTable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.JoinedTable;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.QuerySource;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.ValuesSource;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.TransformedColumn;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Names the columns that a statement means by {@code *}, and by an INSERT without a list, where the actual table has
 * others than statements see. What cannot be named stays as it is, to be refused. Immutable.
 */
public record UnnamedColumns(Rules rules, Dialect dialect, NameQuoting names) {
    /** The statement with its columns named; null where none is to be named. */
    public String complete(BoundStatement bound) {
        if (bound.tables().stream().noneMatch(this::differs)) {
            return null;
        }
        String sql = bound.parsed().sql();
        Map<Integer, String> texts = new TreeMap<>();
        Map<Integer, Integer> ends = new TreeMap<>();
        for (Select select : bound.parsed().analysis().all(Select.class)) {
            for (SelectItem item : select.items()) {
                String named = item instanceof StarItem star ? columns(star, select, bound) : null;
                if (named != null) {
                    texts.put(item.span().start(), named);
                    ends.put(item.span().start(), item.span().stop());
                }
            }
        }
        for (InsertStatement insert : bound.parsed().analysis().all(InsertStatement.class)) {
            String list = list(insert, bound);
            if (list != null) {
                int behind = target(insert.table()).stop();
                texts.put(behind, list);
                ends.put(behind, behind);
            }
        }
        StringBuilder completed = new StringBuilder();
        int at = 0;
        for (Map.Entry<Integer, String> text : texts.entrySet()) {
            completed.append(sql, at, text.getKey()).append(text.getValue());
            at = ends.get(text.getKey());
        }
        return texts.isEmpty() ? null : completed.append(sql.substring(at)).toString();
    }

    private boolean differs(BoundTable table) {
        return table != null
                && rules.columns(table.table().name()).stream().anyMatch(TransformedColumn::differsInTable);
    }

    /** What stands for a star; null where it may stay, or must. */
    private String columns(StarItem star, Select select, BoundStatement bound) {
        StringBuilder columns = new StringBuilder();
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
                    boolean differs = differs(table);
                    if (differs && table.schema() == null) {
                        return null;
                    }
                    needed |= differs;
                    String written = name.span().of(bound.parsed().sql());
                    columns.append(columns.length() == 0 ? "" : ", ")
                            .append(differs ? list(written, table.schema().columns()) : written + ".*");
                }
            }
        }
        return needed ? columns.toString() : null;
    }

    private static Identifier name(TableReference element) {
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

    private String list(String table, List<ColumnSchema> columns) {
        StringBuilder list = new StringBuilder();
        for (ColumnSchema column : columns) {
            list.append(list.length() == 0 ? "" : ", ")
                    .append(table)
                    .append('.')
                    .append(names.column(column.name()));
        }
        return list.toString();
    }

    /** The list of columns that an INSERT fills; null where it has one, or the number of values does not fit. */
    private String list(InsertStatement insert, BoundStatement bound) {
        BoundTable target = bound.table(insert.table());
        boolean listed = insert.columnsSpan() != null || !insert.columns().isEmpty();
        if (listed
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
        StringBuilder list = new StringBuilder(" (");
        for (int i = 0; i < values; i++) {
            list.append(i == 0 ? "" : ", ").append(names.column(columns.get(i).name()));
        }
        return list.append(')').toString();
    }

    private static boolean isGenerated(ColumnSchema column, BoundTable target) {
        return target.table() instanceof PartitionedTable sharded
                && sharded.keyGeneration() != null
                && sharded.keyGeneration().column().equalsIgnoreCase(column.name());
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
