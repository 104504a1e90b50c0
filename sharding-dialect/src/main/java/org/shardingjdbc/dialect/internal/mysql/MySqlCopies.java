package org.shardingjdbc.dialect.internal.mysql;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.dialect.internal.ValueForm.Arithmetic;

/**
 * How values travel between statements of MySQL and MariaDB. Their drivers write a parameter as a literal: of a whole
 * number or a decimal it is as good as the column in a comparison; times are texts under a cast. In an expression that
 * is shown a literal of a whole number is narrower than a column, and in every one a text has another collation.
 */
final class MySqlCopies implements Copies {
    private static final int MAX_FRACTION = 6;
    /** {@code 2024-01-15 10:00:00}. */
    private static final int DATETIME_WIDTH = 19;
    /** {@code -838:59:59}. */
    private static final int TIME_WIDTH = 10;

    private static final ValueForm AS_DOUBLE = ValueForm.PLAIN.with(Arithmetic.TIMES_DOUBLE_ONE);

    private final Carrier time;
    private final boolean castsToDouble;

    /**
     * @param time of values of the type TIME
     * @param castsToDouble whether it casts to DOUBLE, which MySQL does from 8.0.17 on only
     */
    MySqlCopies(Carrier time, boolean castsToDouble) {
        this.time = time;
        this.castsToDouble = castsToDouble;
    }

    @Override
    public Form copied(Column column, boolean untyped) {
        return switch (MySqlType.of(column.typeName())) {
            case WHOLE, YEAR -> Form.bare(PlainCarrier.LONG);
            case BIT, DECIMAL -> Form.bare(PlainCarrier.DECIMAL);
            case FLOAT -> Form.bare(PlainCarrier.FLOAT);
            // as a literal it would be a decimal, which is rounded and shown in another way
            case DOUBLE -> new Form(MySqlCarrier.DOUBLE, AS_DOUBLE);
            case BINARY -> Form.bare(PlainCarrier.BYTES);
            case TIME -> Form.cast(time, untyped ? "TIME(6)" : null);
            case TEXT -> Form.bare(PlainCarrier.TEXT);
        };
    }

    @Override
    public Carrier moved(Column column) {
        return switch (MySqlType.of(column.typeName())) {
            case BINARY -> PlainCarrier.BYTES;
            case BIT, YEAR -> PlainCarrier.DECIMAL;
            case TIME -> time;
            default -> PlainCarrier.TEXT;
        };
    }

    @Override
    public @Nullable Form bound(Column column, Place place) {
        String name = column.typeName().toLowerCase(Locale.ROOT);
        boolean used = place.operand();
        boolean shown = place.shown();
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> shown ? null : whole(name, used);
            case Types.BIT, Types.BOOLEAN -> shown || name.startsWith("bit") ? null : whole(name, used);
            case Types.DECIMAL, Types.NUMERIC -> Form.cast(PlainCarrier.NUMBER, used ? column.scaled("DECIMAL") : null);
            case Types.DOUBLE ->
                castsToDouble ? Form.cast(PlainCarrier.DOUBLE, "DOUBLE") : new Form(PlainCarrier.DOUBLE, AS_DOUBLE);
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR ->
                used || !place.keepsText() ? null : Form.bare(PlainCarrier.TEXT);
            case Types.DATE -> name.startsWith("date") ? Form.cast(PlainCarrier.TEXT, "DATE") : null;
            case Types.TIMESTAMP ->
                shown && !name.equals("datetime")
                        ? null
                        : Form.cast(PlainCarrier.TEXT, "DATETIME(" + fraction(column, shown, DATETIME_WIDTH) + ")");
            case Types.TIME -> Form.cast(PlainCarrier.TEXT, "TIME(" + fraction(column, shown, TIME_WIDTH) + ")");
            default -> null;
        };
    }

    /**
     * A FLOAT is shown with six digits, but all of them when it is a DOUBLE; of an enumeration a number is the place in
     * its definition; text is binary in the bytes of its own character set.
     */
    @Override
    public ValueForm assigned(DeclaredType source, DeclaredType target) {
        String type = source.name();
        String to = target.name();
        if (type.startsWith("float")) {
            // a text would take the digits of a DOUBLE
            return target.isText() ? ValueForm.PLAIN : AS_DOUBLE;
        }
        if (type.startsWith("enum") || type.startsWith("set")) {
            return isNumber(to) ? ValueForm.PLAIN.with(Arithmetic.PLUS_ZERO) : ValueForm.PLAIN;
        }
        boolean binary = to.contains("binary") || to.contains("blob");
        return binary && source.isText() && isOfOtherBytes(source.collation())
                ? ValueForm.PLAIN.castTo("BINARY")
                : ValueForm.PLAIN;
    }

    private static boolean isNumber(String type) {
        return type.contains("int") && !type.startsWith("point")
                || type.startsWith("dec")
                || type.startsWith("numeric")
                || type.startsWith("double")
                || type.startsWith("float")
                || type.startsWith("bit");
    }

    /** Whether texts are kept in other bytes than those in which they are sent. */
    private static boolean isOfOtherBytes(@Nullable String collation) {
        return collation == null || !collation.startsWith("utf8") && !collation.startsWith("ascii");
    }

    /** A time is a time of today there, and its text another date. */
    @Override
    public boolean takesDays(DeclaredType target) {
        return target.name().startsWith("date") || target.name().startsWith("timestamp");
    }

    /** What is shown as a FLOAT is rounded. */
    @Override
    public boolean isRounded(Column column) {
        return MySqlType.of(column.typeName()) == MySqlType.FLOAT;
    }

    /**
     * Digits behind the point of a time's seconds. Connector/J tells of them in the precision alone: 26 for
     * DATETIME(6).
     *
     * @param width of the type without a fraction
     */
    private static int fraction(Column column, boolean shown, int width) {
        int told = Math.max(column.scale(), column.precision() - width - 1);
        return shown ? Math.min(Math.max(told, 0), MAX_FRACTION) : MAX_FRACTION;
    }

    private static Form whole(String name, boolean cast) {
        boolean unsigned = name.contains("unsigned");
        String type = unsigned ? "UNSIGNED" : "SIGNED";
        return Form.cast(unsigned ? PlainCarrier.NUMBER : PlainCarrier.LONG, cast ? type : null);
    }

    /**
     * An ENUM is ordered by its number and compared with a text as a text; drivers make a truth of a TINYINT(1), and
     * cut times.
     */
    @Override
    public ValueForm key(String typeName) {
        String type = typeName.toUpperCase(Locale.ROOT);
        int end = 0;
        while (end < type.length() && Character.isLetter(type.charAt(end))) {
            end++;
        }
        return switch (type.substring(0, end)) {
            case "ENUM", "SET" -> ValueForm.PLAIN.castTo("UNSIGNED");
            case "BIT", "TINYINT", "BOOLEAN" -> ValueForm.PLAIN.with(Arithmetic.PLUS_ZERO);
            case "FLOAT" -> ValueForm.PLAIN.with(Arithmetic.PLUS_DOUBLE_ZERO);
            case "DATE", "DATETIME", "TIME", "TIMESTAMP" -> ValueForm.PLAIN.castTo("CHAR");
            default -> ValueForm.PLAIN;
        };
    }
}
