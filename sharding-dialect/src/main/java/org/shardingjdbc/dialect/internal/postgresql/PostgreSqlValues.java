package org.shardingjdbc.dialect.internal.postgresql;

import java.math.BigDecimal;
import org.shardingjdbc.dialect.internal.FloatingText;
import org.shardingjdbc.dialect.internal.Values;

/** PostgreSQL's driver writes t and f, and refuses any other text. */
final class PostgreSqlValues implements Values {
    private static final FloatingText FLOATING = new FloatingText(-4, 15, 6, true);

    @Override
    public String textOf(boolean truth) {
        return truth ? "t" : "f";
    }

    @Override
    public OtherText otherTextAsTruth() {
        return OtherText.REFUSED;
    }

    @Override
    public String textOf(Number number) {
        if (number instanceof Double || number instanceof Float) {
            return FLOATING.of(number);
        }
        return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
    }

    @Override
    public boolean bytesAreOfText() {
        return true;
    }

    @Override
    public boolean localTimesAreUtc() {
        return true;
    }
}
