package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Queries;
import org.shardingjdbc.dialect.internal.Queries.LimitForm;

/** Texts are labels; LIMIT is a word; NULLs are less than all values, as standard SQL lets them be. */
final class SqliteQueries implements Queries {
    @Override
    public boolean labelsAreTexts() {
        return true;
    }

    @Override
    public LimitForm limitForm() {
        return LimitForm.LIMIT;
    }
}
