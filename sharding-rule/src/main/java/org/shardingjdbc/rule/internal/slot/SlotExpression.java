package org.shardingjdbc.rule.internal.slot;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Hashing;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The slot of a column's values as one SQL expression of a database: what {@link SlotHash} makes of the values that the
 * rows were placed by. NULL for NULL. Immutable.
 */
public final class SlotExpression {
    /** Two to the power of 32. */
    private static final String WORD = "4294967296";

    private final Hashing database;
    private final int slotBits;

    /** @param slots how many there are, a power of two */
    public SlotExpression(Hashing database, int slots) {
        this.database = database;
        this.slotBits = Integer.numberOfTrailingZeros(slots);
    }

    /**
     * The expression.
     *
     * @param column how the SQL names it
     * @param schema of it
     * @return null where values of its type have no slot
     */
    public @Nullable String of(String column, ColumnSchema schema) {
        String typeName = schema.typeName() == null ? "" : schema.typeName().toUpperCase(Locale.ROOT);
        if (typeName.equals("UUID")) {
            return text(database.uuidText(column));
        }
        if (typeName.startsWith("TIMESTAMPTZ")) {
            return micros("(" + column + " AT TIME ZONE 'UTC')");
        }
        if (typeName.equals("YEAR")) {
            return wholeNumber(column);
        }
        return switch (schema.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> wholeNumber(column);
            case Types.BOOLEAN, Types.BIT ->
                typeName.startsWith("TINYINT") || typeName.equals("BIT") ? wholeNumber(column) : null;
            case Types.DECIMAL, Types.NUMERIC -> decimal(column);
            case Types.CHAR, Types.NCHAR -> text("RTRIM(" + column + ")");
            case Types.VARCHAR, Types.NVARCHAR, Types.LONGVARCHAR, Types.LONGNVARCHAR, Types.CLOB, Types.NCLOB ->
                text(ShardingValues.ignoresTrailingBlanks(schema) ? "RTRIM(" + column + ")" : column);
            case Types.DATE -> mixed(digits(column), null);
            case Types.TIMESTAMP -> micros(column);
            case Types.TIMESTAMP_WITH_TIMEZONE -> micros("(" + column + " AT TIME ZONE 'UTC')");
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> text(database.hexadecimal(column));
            default -> null;
        };
    }

    private String text(String text) {
        return database.bits(database.md5(text), 0, slotBits);
    }

    private String wholeNumber(String number) {
        return mixed(database.wholeNumber(number), null);
    }

    /** Without bits, which would be those of a number that was rounded to 64 of them first. */
    private String decimal(String number) {
        String whole = "FLOOR(" + number + ")";
        String low = positive("MOD(" + whole + ", " + WORD + ")");
        String high = positive("MOD((" + whole + " - " + low + ") / " + WORD + ", " + WORD + ")");
        String billionths = "FLOOR((" + number + " - " + whole + ") * 1000000000)";
        return mixed(database.wholeNumber(low), database.wholeNumber(high), database.wholeNumber(billionths));
    }

    /** The rest of a division, which has the sign of the number, as one that is not negative. */
    private static String positive(String rest) {
        return "MOD(" + rest + " + " + WORD + ", " + WORD + ")";
    }

    private String micros(String time) {
        String minutes =
                "(" + digits(time) + " * 1440 + " + part("HOUR", time) + " * 60 + " + part("MINUTE", time) + ")";
        return mixed("(" + minutes + " * 60000000 + " + database.wholeNumber(database.microseconds(time)) + ")", null);
    }

    private String digits(String date) {
        return "((" + part("YEAR", date) + " * 100 + " + part("MONTH", date) + ") * 100 + " + part("DAY", date) + ")";
    }

    /** Not as the number with a fraction, or the short one, that some databases make of it. */
    private String part(String name, String time) {
        return database.wholeNumber("EXTRACT(" + name + " FROM " + time + ")");
    }

    private String mixed(String number, @Nullable String billionths) {
        return mixed(database.bits(number, 0, 32), database.bits(number, 32, 32), billionths);
    }

    private String mixed(String low, String high, @Nullable String billionths) {
        String bits = "(" + low + " * " + SlotHash.LOW + " + " + high + " * " + SlotHash.HIGH
                + (billionths == null ? ")" : " + " + billionths + " * " + SlotHash.FRACTION + ")");
        bits = "(" + folded(bits) + " * " + SlotHash.FIRST + ")";
        bits = "(" + folded(bits) + " * " + SlotHash.SECOND + ")";
        return database.bits(bits, 32, slotBits);
    }

    private String folded(String bits) {
        return database.xor(database.bits(bits, 0, 32), database.bits(bits, 32, 31));
    }
}
