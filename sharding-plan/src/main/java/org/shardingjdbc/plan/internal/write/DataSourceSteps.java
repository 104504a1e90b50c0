package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.OnePerDataSource;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;

/**
 * The steps of a DROP or TRUNCATE of tables on different data nodes: each data source gets all actual tables that it
 * has of them in one statement, for they may refer to each other. One per statement; not thread-safe.
 */
public final class DataSourceSteps {
    private final StepSource source;
    private final ParsedSql parsed;
    private final DdlStatement ddl;

    public DataSourceSteps(StepSource source, ParsedSql parsed, DdlStatement ddl) {
        this.source = source;
        this.parsed = parsed;
        this.ddl = ddl;
    }

    /** @return null when there are none */
    public @Nullable SteppedExecution find() {
        boolean lists = ddl.kind() == DdlKind.DROP_TABLE || ddl.kind() == DdlKind.TRUNCATE_TABLE;
        boolean several = source.dialect().writes().truncatesSeveral() || ddl.kind() == DdlKind.DROP_TABLE;
        if (!lists || !several || ddl.temporary()) {
            return null;
        }
        BoundStatement bound = source.bind(parsed);
        if (bound == null) {
            return null;
        }
        List<OnePerDataSource.PlacedStatement> statements = new ArrayList<>();
        List<String> dataSources = source.rules().dataSourceNames();
        for (int i = 0; i < dataSources.size(); i++) {
            List<String> names = new ArrayList<>();
            for (NamedTable table : ddl.tables()) {
                addNames(bound.target(table), i, names);
            }
            if (!names.isEmpty()) {
                NestedStatement statement = new NestedStatement(statement(names), new int[0]);
                statements.add(new OnePerDataSource.PlacedStatement(dataSources.get(i), statement));
            }
        }
        return new OnePerDataSource(statements);
    }

    /** The statement as it is written, but for its tables. */
    private String statement(List<String> names) {
        List<NamedTable> tables = ddl.tables();
        SqlEdits edits = new SqlEdits(parsed, source.names());
        Span list = new Span(
                tables.get(0).span().start(),
                tables.get(tables.size() - 1).span().stop());
        edits.replace(list, new Piece.Text(String.join(", ", names)));
        return edits.template(new Piece.Source(ddl.span()))
                .render(List.of(), List.of(), null)
                .sql();
    }

    private void addNames(BoundTable table, int dataSource, List<String> names) {
        String sql = parsed.sql();
        QualifiedName written = table.node().name();
        if (!table.table().isRenamed()) {
            if (table.table().isOn(dataSource)) {
                names.add(written.span().of(sql));
            }
            return;
        }
        StringBuilder qualifier = new StringBuilder();
        for (Identifier part : written.parts().subList(0, written.parts().size() - 1)) {
            qualifier.append(part.span().of(sql)).append('.');
        }
        Identifier last = written.last();
        char mark = last.quoted() ? sql.charAt(last.span().start()) : 0;
        for (String actual : table.table().actualTables(dataSource)) {
            names.add(qualifier
                    + source.names().table(last.text(), mark, table.table().name(), actual));
        }
    }
}
