package org.shardingjdbc.dialect.mysql;

import org.shardingjdbc.dialect.Values;

/** Truths are numbers, and any other text is true. */
class MariaDbValues implements Values {
    @Override
    public String textOf(boolean truth) {
        return truth ? "1" : "0";
    }

    @Override
    public OtherText otherTextAsTruth() {
        return OtherText.TRUE;
    }
}
