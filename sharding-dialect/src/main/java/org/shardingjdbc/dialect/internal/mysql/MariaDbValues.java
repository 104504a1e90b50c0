package org.shardingjdbc.dialect.internal.mysql;

import java.math.BigDecimal;
import org.shardingjdbc.dialect.internal.FloatingText;
import org.shardingjdbc.dialect.internal.Values;

/** Truths are numbers, and any other text is true. */
class MariaDbValues implements Values {
    private static final FloatingText FLOATING = new FloatingText(-15, 15, 15, false);

    @Override
    public String textOf(boolean truth) {
        return truth ? "1" : "0";
    }

    @Override
    public OtherText otherTextAsTruth() {
        return OtherText.TRUE;
    }

    @Override
    public String textOf(Number number) {
        if (number instanceof Double || number instanceof Float) {
            return FLOATING.of(number);
        }
        return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
    }

    @Override
    public String storedTimestamp() {
        return "CAST(? AS CHAR(40))";
    }
}
