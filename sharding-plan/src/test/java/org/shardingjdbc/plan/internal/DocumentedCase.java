package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * A plan case that is an example on the SQL-support page: a comment {@code # doc: <table> | <construct>} before its SQL
 * says of what.
 *
 * @param table the title of the table that it stands in
 * @param construct what it is an example of
 * @param plan the case
 */
record DocumentedCase(String table, String construct, PlanCase plan) {
    private static final String MARK = "# doc: ";

    /** All that one plan case is an example of. */
    static List<DocumentedCase> of(PlanCase plan) {
        List<DocumentedCase> found = new ArrayList<>();
        for (String comment : plan.comments()) {
            if (comment.startsWith(MARK)) {
                String[] parts = comment.substring(MARK.length()).split(" \\| ", 2);
                if (parts.length < 2 || plan.sql().isEmpty()) {
                    throw new IllegalArgumentException(
                            "Not '" + MARK + "<table> | <construct>' before SQL: " + comment);
                }
                found.add(new DocumentedCase(parts[0].strip(), parts[1].strip(), plan));
            }
        }
        return found;
    }
}
