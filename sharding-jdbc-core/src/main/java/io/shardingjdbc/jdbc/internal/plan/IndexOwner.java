package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.parser.ParsedSql;
import io.shardingjdbc.parser.ast.DdlKind;
import io.shardingjdbc.parser.ast.DdlStatement;
import io.shardingjdbc.parser.ast.Identifier;
import io.shardingjdbc.parser.ast.ObjectKind;
import io.shardingjdbc.parser.ast.ObjectName;
import io.shardingjdbc.parser.ast.Span;
import io.shardingjdbc.rewrite.Names;
import io.shardingjdbc.route.internal.catalog.Catalog;
import io.shardingjdbc.route.internal.rule.BroadcastTable;
import io.shardingjdbc.route.internal.rule.DataNode;
import io.shardingjdbc.route.internal.rule.LogicTable;
import io.shardingjdbc.route.internal.rule.Rules;
import io.shardingjdbc.route.internal.rule.ShardedTable;

/**
 * Finds the table of an index that DROP INDEX and ALTER INDEX name alone. Such a statement is planned as if it said
 * {@code ON table}; the addition is taken out of the actual SQL. Immutable.
 */
record IndexOwner(Rules rules, Catalog catalog, Names names) {
    private static final String ON = " ON ";

    /** The statement with the table of its index put in; null when it needs none, or none is known. */
    String complete(ParsedSql parsed) {
        ObjectName index = lonelyIndex(parsed);
        LogicTable owner = index == null ? null : owner(index.name().last());
        if (owner == null) {
            return null;
        }
        int end = index.name().span().stop();
        return parsed.sql().substring(0, end)
                + ON
                + names.quoted(owner.name())
                + parsed.sql().substring(end);
    }

    /** Where a completed statement has the addition. */
    Span addition(ParsedSql completed) {
        DdlStatement ddl = (DdlStatement) completed.statement();
        int start = ddl.objects().get(0).name().span().stop();
        return new Span(start, ddl.tables().get(0).span().stop());
    }

    private static ObjectName lonelyIndex(ParsedSql parsed) {
        if (!(parsed.statement() instanceof DdlStatement ddl)
                || !ddl.tables().isEmpty()
                || ddl.objects().size() != 1) {
            return null;
        }
        boolean known = ddl.kind() == DdlKind.DROP_INDEX && ddl.objects().get(0).kind() == ObjectKind.INDEX;
        return known ? ddl.objects().get(0) : null;
    }

    private LogicTable owner(Identifier index) {
        for (LogicTable table : rules.tables()) {
            if (table instanceof ShardedTable sharded) {
                DataNode node = sharded.dataNodes().get(0);
                String actual = names.derived(index.text(), (char) 0, sharded.name(), node.table());
                if (catalog.hasIndex(node.dataSource(), node.table(), actual)) {
                    return table;
                }
            } else if (table instanceof BroadcastTable && catalog.hasIndex(0, table.name(), index.text())) {
                return table;
            }
        }
        return null;
    }
}
