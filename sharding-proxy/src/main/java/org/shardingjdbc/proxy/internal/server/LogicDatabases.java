package org.shardingjdbc.proxy.internal.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.parser.internal.SqlParser;

/** What a server serves: logic databases by the names by which clients choose one. Safe for all threads. */
public final class LogicDatabases {
    private final Map<String, ShardingDataSource> byName;
    private volatile @Nullable SqlParser parser;

    /** @param byName never empty; the order stays */
    public LogicDatabases(Map<String, ShardingDataSource> byName) {
        if (byName.isEmpty()) {
            throw new IllegalArgumentException("a proxy needs at least one data source");
        }
        this.byName = new LinkedHashMap<>(byName);
    }

    /** @throws NoSuchElementException when there is none of that name */
    public ShardingDataSource get(String name) {
        ShardingDataSource found = byName.get(name);
        if (found == null) {
            throw new NoSuchElementException(name);
        }
        return found;
    }

    /** One that sessions share, as it has tables of all words. */
    public SqlParser parser(Dialect dialect) {
        SqlParser known = parser;
        if (known == null || known.dialect() != dialect) {
            // of two threads that make one at the same time, either serves
            known = new SqlParser(dialect);
            parser = known;
        }
        return known;
    }

    /** In the order in which they were given. */
    public Set<String> names() {
        return byName.keySet();
    }

    /** The first one. */
    public ShardingDataSource first() {
        return byName.values().iterator().next();
    }
}
