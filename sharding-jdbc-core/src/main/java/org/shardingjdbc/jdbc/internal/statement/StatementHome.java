package org.shardingjdbc.jdbc.internal.statement;

import java.sql.Connection;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.rule.hint.HintValues;

/** What a statement needs of the logical connection that made it. */
public interface StatementHome {
    /** What getConnection returns. */
    Connection connection();

    /** Where it is executed. */
    Session session();

    /** The values from outside the SQL that hold for an execution that begins now. */
    HintValues hints();
}
