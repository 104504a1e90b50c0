package org.shardingjdbc.dialect.internal.postgresql;

import java.util.List;
import org.shardingjdbc.dialect.internal.Writes;

/** The table of an INSERT may have an alias, and what has no type takes that of its column. */
final class PostgreSqlWrites implements Writes {
    @Override
    public boolean aliasesInsertTargets() {
        return true;
    }

    @Override
    public boolean fewerValuesThanColumns() {
        return true;
    }

    @Override
    public boolean typesFollowTarget() {
        return true;
    }

    @Override
    public List<String> rowPlaces() {
        return List.of("tableoid", "ctid");
    }

    @Override
    public boolean checksUnusedValues() {
        return true;
    }
}
