package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.Statement;
import org.shardingjdbc.engine.internal.session.Session;

/** What metadata needs of the logical connection that was asked for it. */
public interface MetadataHome {
    /** What getConnection returns. */
    Connection connection();

    /** Where data sources are asked. */
    Session session();

    /** {@code jdbc:sharding:mysql:logic_db}: PageHelper, MyBatis-Plus and others look in the URL for the database. */
    default String url() {
        String subprotocol = session().dialect().drivers().subprotocol();
        String database = session().deployment().databaseName();
        return subprotocol.isEmpty() ? "jdbc:sharding:" + database : "jdbc:sharding:" + subprotocol + ":" + database;
    }

    /** A statement that rows of metadata say they are of; it executes nothing. */
    Statement statementOfMetadata();
}
