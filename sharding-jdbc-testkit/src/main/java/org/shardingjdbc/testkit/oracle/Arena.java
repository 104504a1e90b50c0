package org.shardingjdbc.testkit.oracle;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.oracle.internal.judge.Judge;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * A plain and a sharded database with the same rows. Not thread-safe; one for each schema.
 *
 * @param sides the connections
 * @param model what statements know of the schema
 * @param generated what the schema was made of; null when it is the user's own, whose rows are never changed for good
 * @param closing closes the sharded DataSource if the arena opened it
 */
record Arena(OracleConnections sides, SchemaModel model, GeneratedSchema generated, Closing closing)
        implements AutoCloseable {

    /** Ends what an arena opened. */
    @FunctionalInterface
    interface Closing {
        void close() throws SQLException;
    }

    boolean isRestorable() {
        return generated != null;
    }

    /** The names of tables that a statement may read or change. */
    List<String> mentioned(GeneratedStatement statement) {
        String sql = statement.sql().toLowerCase(Locale.ROOT);
        return model.tables().stream()
                .map(TableModel::name)
                .filter(name -> sql.contains(name.toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Brings back the rows of some tables, or other rows. */
    void restore(GeneratedSchema rows, List<String> tables) throws SQLException {
        List<String> statements = new ArrayList<>();
        for (GeneratedTable table : rows.tables()) {
            if (tables.contains(table.model().name())) {
                statements.add("DELETE FROM " + table.model().name());
                statements.addAll(table.insertStatements());
            }
        }
        sides.execute(statements);
    }

    /** Says what differs between the rows of a table on both sides, or returns null. */
    String stateDifference(String table) throws SQLException {
        GeneratedStatement all = new GeneratedStatement("SELECT * FROM " + table, List.of(), false, List.of(), false);
        Judge judge = new Judge(model);
        Outcome plain = sides.plain(all.sql());
        Judgement verdict = judge.judge(all, plain, sides.sharded(all.sql()));
        if (verdict.kind() != Judgement.Kind.SAME) {
            return "afterwards, in " + table + ": " + verdict.kind() + " " + verdict.message();
        }
        return isBroadcast(table) ? copyDifference(judge, all, plain) : null;
    }

    private boolean isBroadcast(String table) {
        return generated != null
                && model.tables().stream().anyMatch(t -> t.name().equals(table) && t.role() == TableRole.BROADCAST);
    }

    private String copyDifference(Judge judge, GeneratedStatement all, Outcome plain) throws SQLException {
        for (int source = 0; source < generated.sources(); source++) {
            String hint = "/* SHARDINGSPHERE_HINT: DATA_SOURCE_NAME=ds_" + source + " */ ";
            Judgement verdict = judge.judge(all, plain, sides.sharded(hint + all.sql()));
            if (verdict.kind() != Judgement.Kind.SAME) {
                return "afterwards, in the copy of ds_" + source + ": " + verdict.kind() + " " + verdict.message();
            }
        }
        return null;
    }

    @Override
    public void close() throws SQLException {
        sides.close();
        closing.close();
    }
}
