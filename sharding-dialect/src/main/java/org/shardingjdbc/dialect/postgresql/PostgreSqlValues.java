package org.shardingjdbc.dialect.postgresql;

import org.shardingjdbc.dialect.Values;

/** PostgreSQL's driver writes t and f, and refuses any other text. */
final class PostgreSqlValues implements Values {
    @Override
    public String textOf(boolean truth) {
        return truth ? "t" : "f";
    }

    @Override
    public OtherText otherTextAsTruth() {
        return OtherText.REFUSED;
    }
}
