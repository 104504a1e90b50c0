package org.shardingjdbc.rule.side;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * What a statement that is being planned says about values. Valid during the call that receives it, on its thread: a
 * rule may keep the {@link ColumnValueSet}s that it gets, but not this object. Its methods return no null and throw
 * nothing; a table or column that the statement does not name is one without values.
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
     * The values that existing rows of a table get, by UPDATE or an upsert.
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

        /** What that place says about the values of a column, whose name is compared without case. */
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
