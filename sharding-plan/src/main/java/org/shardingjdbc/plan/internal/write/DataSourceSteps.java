package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.OnePerDataSource;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.StepSource;
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
    public SteppedExecution find() {
        boolean lists = ddl.kind() == DdlKind.DROP_TABLE || ddl.kind() == DdlKind.TRUNCATE_TABLE;
        boolean several = source.dialect().writes().truncatesSeveral() || ddl.kind() == DdlKind.DROP_TABLE;
        if (!lists || !several || ddl.temporary()) {
            return null;
        }
        BoundStatement bound = source.bind(parsed);
        if (bound == null) {
            return null;
        }
        List<OnePerDataSource.Placed> statements = new ArrayList<>();
        List<String> dataSources = source.rules().dataSourceNames();
        for (int i = 0; i < dataSources.size(); i++) {
            List<String> names = new ArrayList<>();
            for (NamedTable table : ddl.tables()) {
                addNames(bound.table(table), i, names);
            }
            if (!names.isEmpty()) {
                NestedStatement statement = new NestedStatement(statement(names), new int[0]);
                statements.add(new OnePerDataSource.Placed(dataSources.get(i), statement));
            }
        }
        return new OnePerDataSource(statements);
    }

    private String statement(List<String> names) {
        List<NamedTable> tables = ddl.tables();
        int start = tables.get(0).span().start();
        int stop = tables.get(tables.size() - 1).span().stop();
        return parsed.sql().substring(ddl.span().start(), start)
                + String.join(", ", names)
                + parsed.sql().substring(stop, ddl.span().stop());
    }

    private void addNames(BoundTable table, int dataSource, List<String> names) {
        String sql = parsed.sql();
        String qualifier = sql.substring(
                table.node().name().span().start(),
                table.node().name().last().span().start());
        if (table.table().isRenamed()) {
            for (String actual : table.table().actualTables(dataSource)) {
                char mark = table.node().name().last().quoted()
                        ? sql.charAt(table.node().name().last().span().start())
                        : 0;
                String written = table.node().name().last().text();
                names.add(qualifier
                        + source.names().table(written, mark, table.table().name(), actual));
            }
        } else if (table.table().isOn(dataSource)) {
            names.add(table.node().name().span().of(sql));
        }
    }
}
