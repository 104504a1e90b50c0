package org.shardingjdbc.route.internal.shape;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.placement.LogicTable;

/** The broadcast and single tables of a statement. Immutable. */
final class TableKinds {
    private final BoundStatement bound;
    private final List<String> dataSourceNames;
    private final @Nullable String single;
    private final int singleDataSource;
    private final @Nullable String broadcast;

    /** @throws ShardingException when there are single tables in different data sources */
    TableKinds(BoundStatement bound, List<String> dataSourceNames) {
        this.bound = bound;
        this.dataSourceNames = dataSourceNames;
        String firstSingle = null;
        int dataSource = -1;
        String firstBroadcast = null;
        for (BoundTable table : bound.tables()) {
            LogicTable found = table.table();
            if (found.isPinned()) {
                if (dataSource >= 0 && dataSource != found.pinnedDataSource()) {
                    throw apart(firstSingle, found.name());
                }
                firstSingle = firstSingle == null ? found.name() : firstSingle;
                dataSource = found.pinnedDataSource();
            } else if (found.isReplicated() && firstBroadcast == null) {
                firstBroadcast = found.name();
            }
        }
        this.single = firstSingle;
        this.singleDataSource = dataSource;
        this.broadcast = firstBroadcast;
    }

    /** The name of a single table that takes part, or null. */
    @Nullable
    String single() {
        return single;
    }

    /** The data source of the single tables, or -1. */
    int singleDataSource() {
        return singleDataSource;
    }

    /** The name of a broadcast table that takes part, or null. */
    @Nullable
    String broadcast() {
        return broadcast;
    }

    ShardingException apart(@Nullable String table, String other) {
        return new ShardingException(ErrorCode.TABLES_IN_DIFFERENT_DATA_SOURCES, table, other);
    }

    /** A refusal whose message begins with the place: line and column, then the rest. */
    Refusal refusal(ErrorCode code, Node place, Object... rest) {
        Object[] arguments = new Object[2 + rest.length];
        arguments[0] = Refusal.line(bound.parsed().sql(), place.span());
        arguments[1] = Refusal.column(bound.parsed().sql(), place.span());
        System.arraycopy(rest, 0, arguments, 2, rest.length);
        return Refusal.of(code, arguments);
    }

    List<String> dataSourceNames() {
        return dataSourceNames;
    }
}
