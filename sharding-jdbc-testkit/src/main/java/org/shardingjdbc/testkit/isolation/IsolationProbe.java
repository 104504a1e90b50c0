package org.shardingjdbc.testkit.isolation;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Lets anomalies happen, or not, over one data source. For one thread. */
public final class IsolationProbe {
    private final DataSource dataSource;
    private final LockWaits waits;

    /** @param databases those below, which are asked who waits: of a server, one is enough */
    public IsolationProbe(DataSource dataSource, DatabaseKind kind, List<DataSource> databases) {
        this.dataSource = dataSource;
        this.waits = new LockWaits(kind, databases);
    }

    /**
     * Whether it comes to it.
     *
     * @param isolation a constant of {@link Connection}
     */
    public boolean happens(Anomaly anomaly, int isolation, IsolationRows rows) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : rows.reset()) {
                statement.executeUpdate(sql);
            }
        }
        try (Interleaving run = new Interleaving(dataSource, isolation, waits)) {
            return anomaly.happens(run, rows);
        }
    }
}
