package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.Outcome;
import io.shardingjdbc.testkit.ResultColumn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * What H2 answers one way or another: the scale of a DECFLOAT follows from how constants were folded, and an unnamed
 * subquery is labelled by its text in H2's own layout, names of actual tables included.
 */
final class H2Whims {
    private H2Whims() {}

    /** The rows without that; the same where there is nothing of it. */
    static Outcome leaveOut(Outcome outcome) {
        if (!(outcome instanceof Outcome.Rows rows) || rows.columns().stream().noneMatch(H2Whims::isWhimsical)) {
            return outcome;
        }
        List<ResultColumn> columns =
                rows.columns().stream().map(H2Whims::withoutText).toList();
        List<List<Object>> settled = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> values = new ArrayList<>(row);
            for (int i = 0; i < values.size(); i++) {
                if (isDecfloat(columns.get(i)) && values.get(i) instanceof BigDecimal number) {
                    values.set(i, number.stripTrailingZeros());
                }
            }
            settled.add(values);
        }
        return new Outcome.Rows(columns, settled);
    }

    private static boolean isWhimsical(ResultColumn column) {
        return isDecfloat(column) || isText(column);
    }

    private static boolean isDecfloat(ResultColumn column) {
        return column.typeName().equals("DECFLOAT");
    }

    private static boolean isText(ResultColumn column) {
        return column.label().indexOf('\n') >= 0 && column.label().contains("SELECT");
    }

    private static ResultColumn withoutText(ResultColumn column) {
        if (!isText(column)) {
            return column;
        }
        return new ResultColumn(
                "(SELECT)",
                column.jdbcType(),
                column.typeName(),
                column.className(),
                column.precision(),
                column.scale(),
                column.nullable());
    }
}
