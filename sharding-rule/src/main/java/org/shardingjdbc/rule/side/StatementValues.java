package org.shardingjdbc.rule.side;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * What a statement that is planned says of values. Of use while rules look at the statement, by the thread that does: a
 * rule keeps the {@link ColumnValueSet}s that it gets, and not this. Its methods return no null and throw nothing; a
 * table or column that the statement does not name is one of which nothing is said.
 */
@Incubating
public interface StatementValues {
    /** What the statement itself does. */
    Operation operation();

    /**
     * The places that name a table.
     *
     * @param table as the rules or its data source name it; compared without case
     * @return none where the tables of the statement are not known
     */
    List<Place> places(String table);

    /**
     * The values that rows of a table are given that are there already, by UPDATE or an upsert.
     *
     * @param table as for {@link #places}
     * @param column compared without case
     * @return one for each assignment that may change the column
     */
    List<ColumnValueSet> assigned(String table, String column);

    /** A place of a statement that names a table. */
    @Incubating
    interface Place {
        /** What is done there with rows of the table. */
        Operation operation();

        /** What is said there of a column's values; compared without case. */
        ColumnValueSet values(String column);
    }

    /** What is done with rows. */
    @Incubating
    enum Operation {
        SELECT,
        INSERT,
        UPDATE,
        DELETE,
        /** Anything else. */
        OTHER
    }
}
