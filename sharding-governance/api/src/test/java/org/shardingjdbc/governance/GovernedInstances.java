package org.shardingjdbc.governance;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** Configurations of instances over two databases in memory, with one registry. */
final class GovernedInstances {
    private final String name;
    private final String mode;
    private final Map<String, String> values = new HashMap<>();

    /**
     * @param name of the databases
     * @param mode lines below {@code mode:}
     */
    GovernedInstances(String name, String mode) {
        this.name = name;
        this.mode = mode;
    }

    /** A value of placeholders, for the configurations that are read from now on. */
    GovernedInstances with(String placeholder, String value) {
        values.put(placeholder, value);
        return this;
    }

    /** With t_order over so many nodes, and more lines at the end. */
    ShardingConfiguration configuration(int nodes, String more) {
        String yaml = "mode:\n" + mode + """
                dataSources:
                  ds_0:
                    jdbcUrl: jdbc:h2:mem:%1$s_0;DB_CLOSE_DELAY=-1
                    username: sa
                  ds_1:
                    jdbcUrl: jdbc:h2:mem:%1$s_1;DB_CLOSE_DELAY=-1
                    username: sa
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_${0..1}.t_order_${0..%2$d}
                      tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: inline}}
                      databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: ds}}
                  shardingAlgorithms:
                    inline: {type: INLINE, props: {algorithm-expression: 't_order_${order_id %% %3$d}'}}
                    ds: {type: INLINE, props: {algorithm-expression: 'ds_${user_id %% 2}'}}
                """.formatted(name, nodes - 1, nodes) + more;
        return parsed(yaml);
    }

    /** Of a primary and a replica that do not replicate, with a table t_where of one row, which says who answers. */
    ShardingConfiguration replicated(String rules) {
        String yaml = "mode:\n" + mode + "dataSources:\n";
        for (int i = 0; i < 2; i++) {
            yaml += "  ds_" + i + ": {username: sa, jdbcUrl: 'jdbc:h2:mem:" + name + "_" + i
                    + ";DB_CLOSE_DELAY=-1;INIT=CREATE TABLE IF NOT EXISTS t_where AS SELECT " + i + " AS id'}\n";
        }
        return parsed(yaml + "rules:\n" + rules);
    }

    /** Of what stands beside {@code mode:}. */
    ShardingConfiguration document(String rest) {
        return parsed("mode:\n" + mode + rest);
    }

    private ShardingConfiguration parsed(String yaml) {
        Map<String, String> own = Map.copyOf(values);
        return YamlConfigurations.parse(yaml, "test.yaml", new PlaceholderSource() {
            @Override
            public String value(String placeholder) {
                return own.get(placeholder);
            }

            @Override
            public String fill(String text) {
                return text;
            }
        });
    }

    ShardingDataSource open(int nodes) throws SQLException {
        return ShardingDataSourceFactory.create(configuration(nodes, ""));
    }
}
