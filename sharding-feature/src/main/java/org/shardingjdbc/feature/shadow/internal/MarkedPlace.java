package org.shardingjdbc.feature.shadow.internal;

import org.shardingjdbc.feature.shadow.internal.MarkedValues.Finding;

/**
 * A place of a statement that names a table, with the values that may be marks there: one mark suffices. Immutable,
 * shared by all threads.
 */
@SuppressWarnings("ArrayRecordComponent")
record MarkedPlace(String table, MarkedValues[] values) {
    /** The finding that decides: a mark, else what is doubtful. */
    Finding find(Object[] parameters) {
        Finding found = Finding.NONE;
        for (MarkedValues each : values) {
            Finding finding = each.find(parameters);
            if (finding == Finding.ALL) {
                return finding;
            }
            found = finding == Finding.NONE || found == Finding.SOME ? found : finding;
        }
        return found;
    }

    /** The columns that are examined. */
    String columns() {
        StringBuilder names = new StringBuilder();
        for (MarkedValues each : values) {
            if (names.indexOf(each.column()) < 0) {
                names.append(names.length() == 0 ? "" : ", ").append(each.column());
            }
        }
        return names.toString();
    }
}
