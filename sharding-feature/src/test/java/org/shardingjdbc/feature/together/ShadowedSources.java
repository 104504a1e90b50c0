package org.shardingjdbc.feature.together;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;

/**
 * Shadows for the oracle: every statement is marked and answered by the shadow, while the tables of production, which
 * are made as well, must be empty in the end.
 */
public final class ShadowedSources implements FurtherRules {
    /** CREATE SCHEMA would be for shadows alone. */
    @Override
    public GeneratedSchema seen(GeneratedSchema generated) {
        return TextColumns.withoutNamesakes(generated);
    }

    @Override
    public String yaml(String yaml, GeneratedSchema seen) {
        TestServer server = TestServer.of(seen.kind());
        int rules = yaml.indexOf("rules:\n");
        int sources = yaml.indexOf("  ds_0:");
        String shadows = yaml.substring(sources, rules);
        String productions = shadows.replace("  ds_", "  production_");
        StringBuilder map = new StringBuilder();
        for (int i = 0; i < seen.sources(); i++) {
            String name = seen.database() + "_" + i;
            productions = productions.replace(server.jdbcUrl(name), server.createDatabase(name + "_production"));
            map.append("    ds_%d: {productionDataSourceName: production_%d, shadowDataSourceName: shadow_%d}\n"
                    .formatted(i, i, i));
        }
        return yaml.substring(0, sources) + productions + shadows.replace("  ds_", "  shadow_")
                + "rules:\n- !SHADOW\n  dataSources:\n" + map
                + "  defaultShadowAlgorithmName: all\n  shadowAlgorithms:\n    all: {type: UNLESS_TOLD}\n"
                + yaml.substring(rules + "rules:\n".length());
    }

    /** Definitions change shadows only, while plans know production. */
    @Override
    public boolean mayAsk(List<GeneratedStatement> statements, GeneratedSchema seen) {
        return statements.stream().noneMatch(GeneratedStatement::isDefinition);
    }

    @Override
    public DataSource unseen(DataSource sharded, GeneratedSchema seen) {
        return (DataSource) Proxy.newProxyInstance(
                ShadowedSources.class.getClassLoader(),
                new Class<?>[] {DataSource.class, AutoCloseable.class},
                new Defining(sharded, new TreeSet<>()));
    }

    /** JDBC objects that execute CREATE TABLE on both sides, and see at the end that production is empty. */
    private record Defining(Object target, Set<String> tables) implements InvocationHandler {
        private static final String CREATE = "CREATE TABLE ";

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (target instanceof DataSource dataSource && method.getName().equals("close")) {
                requireEmpty(dataSource);
            }
            if (target instanceof Statement
                    && arguments != null
                    && arguments[0] instanceof String sql
                    && sql.startsWith(CREATE)) {
                tables.add(sql.substring(CREATE.length()).split("[ (]")[0]);
                arguments[0] = "/* SHARDING_HINT: SHADOW=both */ " + sql;
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            boolean wrapped = result instanceof Connection && target instanceof DataSource
                    || result instanceof Statement && target instanceof Connection;
            return wrapped
                    ? Proxy.newProxyInstance(
                            ShadowedSources.class.getClassLoader(),
                            new Class<?>[] {method.getReturnType()},
                            new Defining(result, tables))
                    : result;
        }

        private void requireEmpty(DataSource dataSource) throws SQLException {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String table : tables) {
                    try (ResultSet rows =
                            statement.executeQuery("/* SHARDING_HINT: SHADOW=false */ SELECT COUNT(*) FROM " + table)) {
                        rows.next();
                        if (rows.getLong(1) > 0) {
                            throw new IllegalStateException("Marked statements wrote to " + table + " of production");
                        }
                    }
                }
            }
        }
    }
}
