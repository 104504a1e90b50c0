package org.shardingjdbc.jdbc.internal.catalog;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.Nearest;

/** Tables that no database has, and whose names are nearly those of tables that the rules know. Stateless. */
public final class MisspeltTables {
    /** What databases say where a table is not there: the standard's, PostgreSQL's, and those of H2 with a guess. */
    private static final Set<String> NO_TABLE = Set.of("42S02", "42P01", "42S03", "42S04");

    private MisspeltTables() {}

    /** The error with the name that was probably meant, where it is one of a table that is not there. */
    public static SQLException told(SQLException error, String sql, Rules rules, Catalog catalog, Dialect dialect) {
        if (error.getSQLState() == null || !NO_TABLE.contains(error.getSQLState())) {
            return error;
        }
        String meant = meant(sql, rules, catalog, dialect);
        if (meant.isEmpty()) {
            return error;
        }
        return SqlErrors.reworded(error, error.getMessage() + meant);
    }

    private static String meant(String sql, Rules rules, Catalog catalog, Dialect dialect) {
        List<String> known = rules.tables().stream().map(LogicTable::name).toList();
        try {
            for (NamedTable table : Tree.all(new SqlParser(dialect).parse(sql).statement(), NamedTable.class)) {
                String name = table.name().last().text();
                if (rules.table(name) == null && table.name().parts().size() == 1 && catalog.locate(name) < 0) {
                    String meant = Nearest.suggestion(name, known);
                    if (!meant.isEmpty()) {
                        return meant;
                    }
                }
            }
        } catch (ShardingException e) {
            // the database's own words are enough
            return "";
        }
        return "";
    }
}
