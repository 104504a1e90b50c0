package org.shardingjdbc.testkit.oracle;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;
import org.shardingjdbc.testkit.oracle.internal.schema.SchemaGenerator;

/** Makes schemas at random, and a plain and some further databases on a server for each of them. */
final class GeneratedArenas implements ArenaSource {
    private static final int STATEMENTS_PER_SCHEMA = 100;

    private final TestServer server;
    private final Oracle.Opener opener;
    private final FurtherRules rules;

    GeneratedArenas(TestServer server, Oracle.Opener opener, FurtherRules rules) {
        this.server = server;
        this.opener = opener;
        this.rules = rules;
    }

    @Override
    public boolean mayAsk(List<GeneratedStatement> statements, Arena arena) {
        return rules.mayAsk(statements, arena.generated());
    }

    @Override
    public void replaceServer() {
        server.replace();
    }

    @Override
    public int statementsPerArena() {
        return STATEMENTS_PER_SCHEMA;
    }

    @Override
    public Arena open(long seed) throws Exception {
        return open(rules.seen(SchemaGenerator.generate(server.kind(), RandomChoices.ofSeed(seed))));
    }

    private Arena open(GeneratedSchema schema) throws Exception {
        String prefix = schema.database();
        server.createDatabase(prefix);
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < schema.sources(); i++) {
            urls.add(server.createDatabase(prefix + "_" + i));
        }
        String yaml = rules.yaml(schema.yaml(urls, server.user(), server.password()), schema);
        DataSource sharded = rules.unseen(opener.open(yaml), schema);
        List<DataSource> opened = new ArrayList<>(List.of(sharded));
        OracleConnections sides = new OracleConnections(
                server.dataSource(prefix),
                sharded,
                () -> another(yaml, schema, opened),
                storedAs(schema),
                schema::onPlain);
        Arena arena = new Arena(sides, schema.model(), schema, () -> closeAll(opened));
        try {
            sides.execute(schema.createStatements());
            sides.execute(schema.insertStatements());
            shuffleCopies(schema);
            return arena;
        } catch (Exception e) {
            arena.close();
            throw new IllegalStateException("The schema cannot be made: " + e.getMessage() + "\n" + yaml, e);
        }
    }

    /**
     * Moves half of the rows of all copies of broadcast tables but the first behind the others: copies have the same
     * rows, in no common order. PostgreSQL reads them as they lie; the others by their primary key.
     */
    private void shuffleCopies(GeneratedSchema schema) throws SQLException {
        if (server.kind() != DatabaseKind.POSTGRESQL) {
            return;
        }
        for (int i = 1; i < schema.sources(); i++) {
            try (Connection connection =
                            server.dataSource(schema.database() + "_" + i).getConnection();
                    Statement statement = connection.createStatement()) {
                for (GeneratedTable table : schema.tables()) {
                    if (table.model().role() == TableRole.BROADCAST) {
                        String name = table.model().name();
                        String key = table.model().primaryKey().get(0);
                        statement.executeUpdate("UPDATE " + name + " SET " + key + " = " + key
                                + " WHERE ctid IN (SELECT ctid FROM " + name
                                + " ORDER BY ctid LIMIT (SELECT COUNT(*) / 2 + "
                                + (i - 1) + " FROM " + name + "))");
                    }
                }
            }
        }
    }

    /** By the CREATE TABLE of the plain side, that of the sharded one. */
    private Map<String, String> storedAs(GeneratedSchema schema) {
        Map<String, String> creations = new HashMap<>();
        for (GeneratedTable table : schema.tables()) {
            creations.put(
                    table.createStatement(server.kind()), rules.stored(table).createStatement(server.kind()));
        }
        return creations;
    }

    private DataSource another(String yaml, GeneratedSchema schema, List<DataSource> opened) throws SQLException {
        try {
            DataSource source = rules.unseen(opener.open(yaml), schema);
            opened.add(source);
            return source;
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLException("A second sharded data source does not open", e);
        }
    }

    private static void closeAll(List<DataSource> sources) throws SQLException {
        for (DataSource source : sources) {
            close(source);
        }
    }

    private static void close(DataSource source) throws SQLException {
        if (source instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (SQLException e) {
                throw e;
            } catch (Exception e) {
                throw new SQLException("The sharded data source does not close", e);
            }
        }
    }
}
