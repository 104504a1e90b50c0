package org.shardingjdbc.proxy.internal.mysql;

import java.util.Locale;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;

/** Whether a statement does not do without a logic database, of which it tells or has tables. Stateless. */
final class NeedOfDatabase {
    private NeedOfDatabase() {}

    static boolean isIn(Statement statement) {
        if (statement instanceof ShowStatement show) {
            return switch (show.kind()) {
                case DATABASES, VARIABLES, DIAGNOSTICS -> show.schema() != null;
                default -> true;
            };
        }
        boolean may = statement instanceof QueryStatement
                || statement instanceof SetStatement
                || statement instanceof TransactionStatement;
        return !may || Nodes.contains(statement, NeedOfDatabase::names);
    }

    private static boolean names(Node node) {
        if (node instanceof FunctionCall call) {
            String name = call.name().last().text().toUpperCase(Locale.ROOT);
            return name.equals("DATABASE") || name.equals("SCHEMA");
        }
        return node instanceof TableReference;
    }
}
