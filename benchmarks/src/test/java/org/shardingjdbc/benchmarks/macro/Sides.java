package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** The single database and this library beside each other, on H2, with the tables of a workload. */
final class Sides implements AutoCloseable {
    private final Site site = new Site(DatabaseKind.H2);
    private final DataSource raw;
    private final DataSource ours;

    Sides(Workload workload) throws SQLException {
        site.clear();
        Contenders contenders = new Contenders(2, "");
        raw = contenders.open(Contenders.Name.RAW, site, workload);
        ours = contenders.open(Contenders.Name.OURS, site, workload);
        workload.create(raw);
        workload.create(ours);
    }

    DataSource raw() {
        return raw;
    }

    DataSource ours() {
        return ours;
    }

    List<DataNode> rawNodes() {
        return site.nodes(false);
    }

    List<DataNode> oursNodes() {
        return site.nodes(true);
    }

    /** All rows of a query, values as text. */
    static List<List<String>> rows(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            List<List<String>> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    @Override
    public void close() throws SQLException {
        Contenders.close(raw);
        Contenders.close(ours);
    }
}
