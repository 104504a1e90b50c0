package org.shardingjdbc.jdbc.internal.deploy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.jdbc.internal.check.SameDatabases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of data sources whose connections begin with other settings than those of the first one: a statement would mean
 * something else on each. As far as pools have connected when they were made. Stateless.
 */
public final class DifferingSettings {
    private static final Logger LOG = LoggerFactory.getLogger(DifferingSettings.class);

    private DifferingSettings() {}

    /** Logs what {@link #warnings} says. */
    static void warn(List<ShardPool> pools) {
        warnings(pools).forEach(warning -> LOG.warn("{}", warning));
    }

    /** One for each setting that is not the same everywhere. */
    public static List<String> warnings(List<ShardPool> pools) {
        Map<String, Map<String, String>> values = new LinkedHashMap<>();
        for (ShardPool pool : pools) {
            String question = pool.dialect().catalogs().settingsToBeAlike();
            if (pools.size() > 1 && question != null && SameDatabases.connects(pool)) {
                ask(pool, question, values);
            }
        }
        List<String> warnings = new ArrayList<>();
        values.forEach((setting, bySource) -> {
            if (bySource.values().stream().distinct().count() > 1) {
                warnings.add(
                        "Data sources begin their connections with different values of " + setting + ": " + bySource
                                + ". What depends on it is another thing on each; set it alike, on the servers or in the JDBC"
                                + " URLs");
            }
        });
        return warnings;
    }

    private static void ask(ShardPool pool, String question, Map<String, Map<String, String>> values) {
        try (Connection connection = pool.openAside();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            ResultSetMetaData columns = row.getMetaData();
            row.next();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                values.computeIfAbsent(columns.getColumnLabel(i), name -> new LinkedHashMap<>())
                        .put(pool.name(), String.valueOf(row.getString(i)));
            }
        } catch (SQLException e) {
            LOG.debug("The settings of data source {} could not be read", pool.name(), e);
        }
    }
}
