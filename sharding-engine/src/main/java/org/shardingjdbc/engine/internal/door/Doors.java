package org.shardingjdbc.engine.internal.door;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.error.ErrorCode;

/**
 * Opens the sessions of one sharding data source. {@code unwrap(Doors.class)} of the JDBC face's data source gives it.
 * It is no API, and so in a package with {@code internal} in its name: another face is written against the engine, of
 * one version, as the JDBC face is, and nothing here stays the same from version to version. Safe for all threads.
 */
public final class Doors {
    private final Deployments deployments;

    /** @param deployments what the sessions share, for whoever deploys a data source */
    public Doors(Deployments deployments) {
        this.deployments = deployments;
    }

    /**
     * Opens a session; takes no connection.
     *
     * @return to be closed before the data source is
     * @throws SQLException when the data source is closed
     */
    public Door open() throws SQLException {
        if (deployments.areClosed()) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
        return new OpenDoor(new Session(deployments));
    }
}
