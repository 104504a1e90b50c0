package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;

/** Asks each data source, when first needed, where its connections are. Safe for all threads. */
final class ReadDatabaseNames implements Supplier<DatabaseNames> {
    private final Dialect dialect;
    private final String logic;
    private final List<String> dataSources;
    private final ConnectionSource connections;
    /** Null where they are the places of the data sources themselves. */
    private final @Nullable DatabaseNames home;

    private volatile @Nullable DatabaseNames known;
    private final Map<Integer, DatabaseNames.Physical> places = new ConcurrentHashMap<>();

    /** Of connections that are elsewhere than the data sources' own, which are at {@code home}. */
    ReadDatabaseNames(DatabaseNames home, List<String> dataSources, ConnectionSource connections) {
        this.dialect = home.dialect();
        this.logic = home.logic();
        this.dataSources = dataSources;
        this.connections = connections;
        this.home = home;
    }

    /** @param logic the name of the logic database */
    ReadDatabaseNames(Dialect dialect, String logic, List<String> dataSources, ConnectionSource connections) {
        this.dialect = dialect;
        this.logic = logic;
        this.dataSources = dataSources;
        this.connections = connections;
        this.home = null;
    }

    @Override
    public DatabaseNames get() {
        DatabaseNames names = known;
        if (names == null) {
            names = read();
            known = names;
        }
        return names;
    }

    /** Whether the connections of a data source are in a schema, where databases are schemas in a database. */
    boolean isPlace(int dataSource, String schema) {
        DatabaseNames.Physical place = place(dataSource);
        return schema.equalsIgnoreCase(dialect.naming().databasesAreSchemas() ? place.catalog() : place.schema());
    }

    private DatabaseNames read() {
        List<DatabaseNames.Physical> all = new ArrayList<>();
        for (int i = 0; i < dataSources.size(); i++) {
            all.add(place(i));
        }
        return home == null ? new DatabaseNames(dialect, logic, all) : home.elsewhere(all);
    }

    private DatabaseNames.Physical place(int dataSource) {
        DatabaseNames.Physical place = places.get(dataSource);
        if (place == null) {
            try {
                place = read(dataSource);
            } catch (SQLException e) {
                throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, dataSources.get(dataSource));
            }
            places.put(dataSource, place);
        }
        return place;
    }

    private DatabaseNames.Physical read(int dataSource) throws SQLException {
        Connection connection = connections.open(dataSource);
        try {
            String catalog = connection.getCatalog();
            if (dialect.naming().databasesAreSchemas()) {
                // Connector/J calls databases schemas where databaseTerm says so
                return new DatabaseNames.Physical(catalog == null ? connection.getSchema() : catalog, null);
            }
            return new DatabaseNames.Physical(catalog, connection.getSchema());
        } finally {
            connections.giveBack(connection);
        }
    }
}
