package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;

/**
 * The current catalog and schema of a session. A switch is possible when all data sources are in schemas of one name:
 * then they differ by database or server, and still do after the switch. Where only the schema's name tells two data
 * sources apart, a switch would make them one and find every row twice; so it is refused. The name of the logic
 * database always means the data sources as configured.
 */
public final class SchemaSwitch {
    private final SessionState state;
    private final ConnectionSupply supply;
    private final SessionAttributes attributes;

    SchemaSwitch(SessionState state, ConnectionSupply supply, SessionAttributes attributes) {
        this.state = state;
        this.supply = supply;
        this.attributes = attributes;
    }

    public @Nullable String catalog() throws SQLException {
        String set = state.settings.catalog();
        return set != null ? set : databases().shownCatalog();
    }

    public @Nullable String schema() throws SQLException {
        if (mayBeSet()) {
            return asked();
        }
        String set = state.settings.schema();
        return set != null ? set : databases().shownSchema();
    }

    /** Whether a SET may have changed the schema in a way that only the database understands. */
    private boolean mayBeSet() {
        return state.dialect().sessions().schemaVariable() != null
                && (state.settings.variables().sets(SessionSettings.SEARCH_PATH)
                        || supply.transactions().isOpen() && !state.held.noHome());
    }

    private @Nullable String asked() throws SQLException {
        Deployment deployment = state.deployment();
        int home = 0;
        while (home < deployment.dataSources() - 1
                && state.held.home(supply.choice().home(deployment, home)) == null) {
            home++;
        }
        try (ConnectionLease lease = supply.lease(deployment, home)) {
            String schema = lease.connection().getSchema();
            return schema == null ? null : databases().shownSchema(schema);
        }
    }

    private DatabaseNames databases() throws SQLException {
        try {
            return state.deployment().catalog().databases();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * Changes the catalog. Ignored on databases whose connections cannot change their catalog, as their drivers ignore
     * it.
     */
    public void catalog(String name) throws SQLException {
        if (!state.dialect().naming().databasesAreSchemas()) {
            return;
        }
        DatabaseNames databases = databases();
        boolean back = name == null || databases.catalog(name) == Meaning.LOGIC;
        if (back && state.settings.catalog() == null || name != null && name.equals(catalog())) {
            return;
        }
        if (!back) {
            checkSwitchable(name);
        }
        String target = back ? databases.commonCatalog() : name;
        attributes.tryChange(
                connection -> {
                    connection.altering().catalog();
                    connection.jdbc().setCatalog(target);
                },
                settings -> settings.catalog(back ? null : target));
    }

    /** Changes the schema. Ignored on databases that have no schemas, as their drivers ignore it. */
    public void schema(String name) throws SQLException {
        if (state.dialect().naming().databasesAreSchemas()) {
            return;
        }
        DatabaseNames databases = databases();
        boolean back = name == null || databases.isLogic(name) || name.equals(databases.commonSchema());
        if (back && !state.settings.elsewhere && !mayBeSet()) {
            return;
        }
        if (!back) {
            checkSwitchable(name);
        }
        String target = back ? databases.commonSchema() : name;
        if (target == null) {
            return;
        }
        if (state.dialect().sessions().schemaVariable() != null) {
            // as a SET, so that the later one of both counts and a rollback undoes it
            String sql = "SET search_path TO \"" + target.replace("\"", "\"\"") + '"';
            attributes.variable(new SessionVariables.Setting(List.of(SessionSettings.SEARCH_PATH), sql, List.of()));
            return;
        }
        attributes.tryChange(
                connection -> {
                    connection.altering().schema();
                    connection.jdbc().setSchema(target);
                },
                settings -> settings.schema(back ? null : target));
    }

    /** @throws SQLException when the data sources' current schemas have different names */
    void checkSwitchable(String target) throws SQLException {
        Deployment deployment = state.deployment();
        if (deployment.dataSources() == 1) {
            return;
        }
        boolean catalogs = state.dialect().naming().databasesAreSchemas();
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < deployment.dataSources(); i++) {
            try (ConnectionLease lease = supply.lease(deployment, i)) {
                String name = catalogs
                        ? lease.connection().getCatalog()
                        : lease.connection().getSchema();
                names.add(String.valueOf(name));
            }
        }
        if (names.size() > 1) {
            throw SqlErrors.of(ErrorCode.SCHEMA_SWITCH_REFUSED, target, String.join(", ", names));
        }
    }
}
