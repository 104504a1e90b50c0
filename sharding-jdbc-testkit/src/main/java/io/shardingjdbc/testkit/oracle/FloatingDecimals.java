package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Values of H2's DECFLOAT, whose scale follows from how a constant was folded, without their trailing zeros. */
final class FloatingDecimals {
    private FloatingDecimals() {}

    static Outcome strip(Outcome outcome) {
        if (!(outcome instanceof Outcome.Rows rows)
                || rows.columns().stream().noneMatch(column -> column.typeName().equals("DECFLOAT"))) {
            return outcome;
        }
        List<List<Object>> stripped = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> values = new ArrayList<>(row);
            for (int i = 0; i < values.size(); i++) {
                if (rows.columns().get(i).typeName().equals("DECFLOAT") && values.get(i) instanceof BigDecimal number) {
                    values.set(i, number.stripTrailingZeros());
                }
            }
            stripped.add(values);
        }
        return new Outcome.Rows(rows.columns(), stripped);
    }
}
