package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.jdbc.internal.error.SqlErrors;
import io.shardingjdbc.jdbc.internal.execute.Deployment;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Current catalog and schema of a session. Switching is possible when all data sources are in schemas of one name: then
 * they differ by database or server, and still do afterwards. Where the schema's name is what tells two data sources
 * apart, the switch would make them one and every row would be found twice; so it is refused. The name of the logic
 * database always means the data sources as configured.
 */
public final class SchemaSwitch {
    private final Session session;

    SchemaSwitch(Session session) {
        this.session = session;
    }

    public String catalog() throws SQLException {
        String set = session.settings().catalog();
        return set != null ? set : session.deployment().defaults().catalog();
    }

    public String schema() throws SQLException {
        String set = session.settings().schema();
        return set != null ? set : session.deployment().defaults().schema();
    }

    public void catalog(String name) throws SQLException {
        String target = isLogic(name) ? session.deployment().defaults().catalog() : name;
        if (Objects.equals(target, catalog())) {
            return;
        }
        boolean back = target.equals(session.deployment().defaults().catalog());
        if (session.dialect().schemaIsCatalog() && !back) {
            checkSwitchable(target);
        }
        session.attributes()
                .change(
                        connection -> {
                            connection.rememberCatalog();
                            connection.jdbc().setCatalog(target);
                        },
                        settings -> settings.catalog(back ? null : target));
    }

    public void schema(String name) throws SQLException {
        String target = isLogic(name) ? session.deployment().defaults().schema() : name;
        if (Objects.equals(target, schema())) {
            return;
        }
        boolean back = target.equals(session.deployment().defaults().schema());
        if (!back) {
            checkSwitchable(target);
        }
        session.attributes()
                .change(
                        connection -> {
                            connection.rememberSchema();
                            connection.jdbc().setSchema(target);
                        },
                        settings -> settings.schema(back ? null : target));
    }

    private boolean isLogic(String name) {
        return name == null || name.equalsIgnoreCase(session.deployment().databaseName());
    }

    /** @throws SQLException when the data sources' current schemas have different names */
    void checkSwitchable(String target) throws SQLException {
        Deployment deployment = session.deployment();
        if (deployment.dataSources() == 1) {
            return;
        }
        boolean catalogs = session.dialect().schemaIsCatalog();
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < deployment.dataSources(); i++) {
            try (ConnectionLease lease = session.lease(deployment, i)) {
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
