package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.Statement;
import org.shardingjdbc.jdbc.internal.session.Session;

/** What metadata needs of the logical connection that was asked for it. */
public interface MetadataHome {
    /** What getConnection returns. */
    Connection connection();

    /** Where data sources are asked. */
    Session session();

    /** A statement that rows of metadata say they are of; it executes nothing. */
    Statement statementOfMetadata();
}
