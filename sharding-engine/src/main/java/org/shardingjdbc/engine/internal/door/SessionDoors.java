package org.shardingjdbc.engine.internal.door;

import java.sql.SQLException;
import org.shardingjdbc.engine.door.Door;
import org.shardingjdbc.engine.door.Doors;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.error.ErrorCode;

/** Opens a session for each door; all share what was deployed. Safe for all threads. */
public final class SessionDoors implements Doors {
    private final Deployments deployments;

    /** @param deployments what the sessions share, for whoever deploys a data source */
    public SessionDoors(Deployments deployments) {
        this.deployments = deployments;
    }

    @Override
    public Door open() throws SQLException {
        if (deployments.areClosed()) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
        return new OpenDoor(new Session(deployments));
    }
}
