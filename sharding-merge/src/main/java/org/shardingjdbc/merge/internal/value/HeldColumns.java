package org.shardingjdbc.merge.internal.value;

import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import javax.sql.rowset.serial.SerialException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.merge.internal.row.MergedRows;

/**
 * Reads columns whose values must outlive their row, in the forms that typed getters may ask for later: see
 * {@link HeldValue}. One per execution; types are looked at once.
 */
public final class HeldColumns {
    private enum Form {
        /** getString says all. */
        TEXT,
        /** getObject says all. */
        OBJECT,
        /** getObject and getString differ. */
        OBJECT_AND_TEXT,
        /** A number that the driver shows as a boolean. */
        NUMBER_AS_BOOLEAN,
        /** A number that the driver shows as a boolean or as bytes. */
        NUMBER_AS_BITS,
        TEMPORAL,
        BLOB,
        CLOB
    }

    private final Form[] forms;
    private final Class<?>[] temporalClasses;

    /** @param columns how many, counted from the left, may be read */
    public HeldColumns(ResultSetMetaData metaData, int columns, Dialect dialect) throws SQLException {
        forms = new Form[columns];
        temporalClasses = new Class<?>[columns];
        for (int i = 0; i < columns; i++) {
            ColumnType type = ColumnType.of(metaData, i + 1, dialect);
            forms[i] = form(type);
            temporalClasses[i] = TemporalOrder.javaType(type);
        }
    }

    private static Form form(ColumnType type) {
        if (type.isTemporal()) {
            return Form.TEMPORAL;
        }
        switch (type.jdbcType()) {
            case Types.BLOB:
                return Form.BLOB;
            case Types.CLOB, Types.NCLOB:
                return Form.CLOB;
            default:
                break;
        }
        if (type.isBits()) {
            return Form.NUMBER_AS_BITS;
        }
        ColumnTypes types = type.dialect().types();
        if (types.truthsAreNumbers() && type.isInteger() && type.className().equals("java.lang.Boolean")) {
            return Form.NUMBER_AS_BOOLEAN;
        }
        if (type.isText() && type.className().equals("java.lang.String")) {
            return Form.TEXT;
        }
        boolean zeroFilled = types.fillsWithZeros() && !type.signed();
        boolean plain = type.isInteger() && !zeroFilled || type.isDecimal() && !zeroFilled || type.isBoolean();
        return plain ? Form.OBJECT : Form.OBJECT_AND_TEXT;
    }

    /** How many columns a held row has. */
    public int count() {
        return forms.length;
    }

    /** A {@link HeldValue}, a plain value or null. */
    public @Nullable Object read(ResultSet row, int column) throws SQLException {
        return switch (forms[column - 1]) {
            case TEXT -> row.getString(column);
            case OBJECT -> row.getObject(column);
            case OBJECT_AND_TEXT -> objectAndText(row, column);
            case NUMBER_AS_BOOLEAN -> numberAsBoolean(row, column);
            case NUMBER_AS_BITS -> numberAsBits(row, column);
            case TEMPORAL -> temporal(row, column);
            case BLOB -> blob(row, column);
            case CLOB -> clob(row, column);
        };
    }

    /** The value of a column of a merged row, wherever it is. */
    public @Nullable Object read(MergedRows rows, int column) throws SQLException {
        ResultSet source = rows.source(column);
        return source != null ? read(source, column) : rows.value(column);
    }

    private static @Nullable Object objectAndText(ResultSet row, int column) throws SQLException {
        Object object = row.getObject(column);
        return object == null ? null : new HeldValue(object, object, row.getString(column));
    }

    private static @Nullable Object numberAsBoolean(ResultSet row, int column) throws SQLException {
        Object object = row.getObject(column);
        return object == null ? null : new HeldValue(object, row.getLong(column), row.getString(column));
    }

    private static @Nullable Object numberAsBits(ResultSet row, int column) throws SQLException {
        Object object = row.getObject(column);
        return object == null ? null : new HeldValue(object, row.getBigDecimal(column), row.getString(column));
    }

    private @Nullable Object temporal(ResultSet row, int column) throws SQLException {
        Object object = row.getObject(column);
        if (object == null) {
            return null;
        }
        return new HeldValue(object, row.getObject(column, temporalClasses[column - 1]), row.getString(column));
    }

    private static @Nullable Object blob(ResultSet row, int column) throws SQLException {
        Object object = row.getObject(column);
        if (object == null) {
            return null;
        }
        byte[] content = row.getBytes(column);
        return new HeldValue(object instanceof Blob ? new HeldBlob(content) : object, content, null);
    }

    private static @Nullable Object clob(ResultSet row, int column) throws SQLException {
        Object object = row.getObject(column);
        if (object == null) {
            return null;
        }
        String content = row.getString(column);
        return new HeldValue(object instanceof Clob ? new HeldClob(content) : object, content, content);
    }

    /** A BLOB whose content is held; of an empty one, no bytes can be read too. */
    static final class HeldBlob extends SerialBlob {
        private static final long serialVersionUID = 1;

        HeldBlob(byte[] content) throws SQLException {
            super(content);
        }

        @Override
        public byte[] getBytes(long position, int length) throws SerialException {
            return length == 0 ? new byte[0] : super.getBytes(position, length);
        }
    }

    /** A CLOB whose content is held; of an empty one, no characters can be read too. */
    static final class HeldClob extends SerialClob {
        private static final long serialVersionUID = 1;

        HeldClob(String content) throws SQLException {
            super(content.toCharArray());
        }

        @Override
        public String getSubString(long position, int length) throws SerialException {
            return length == 0 ? "" : super.getSubString(position, length);
        }
    }
}
