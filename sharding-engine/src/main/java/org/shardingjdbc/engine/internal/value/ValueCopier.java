package org.shardingjdbc.engine.internal.value;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.BitSet;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Reads the rows of a result so that their values can be written elsewhere as they are: each by the getter that loses
 * nothing, and with a cast to its own type where the database would take a placeholder for something else. One per
 * result; not thread-safe.
 */
public final class ValueCopier {
    private final Copies copies;
    private final Copies.Form[] forms;

    /** @param untyped columns whose values have the type of the column that they are put into */
    public ValueCopier(ResultSetMetaData columns, Dialect dialect, BitSet untyped) throws SQLException {
        this.copies = dialect.copies();
        this.forms = new Copies.Form[columns.getColumnCount()];
        for (int i = 0; i < forms.length; i++) {
            forms[i] = copies.copied(copies.column(columns, i + 1), untyped.get(i));
        }
    }

    private ValueCopier(Copies copies, Copies.Form[] forms) {
        this.copies = copies;
        this.forms = forms;
    }

    /**
     * For values that keep their types wherever they stand.
     *
     * @param texts columns whose texts may mean something else as parameters
     * @throws ShardingException when no parameter means the same
     */
    public static ValueCopier keepingTypes(ResultSetMetaData columns, Dialect dialect, BitSet texts)
            throws SQLException {
        Copies copies = dialect.copies();
        Copies.Form[] forms = new Copies.Form[columns.getColumnCount()];
        for (int i = 0; i < forms.length; i++) {
            Copies.Column column = copies.column(columns, i + 1);
            forms[i] = copies.bound(column, new Copies.Place(true, true, !texts.get(i)));
            if (forms[i] == null) {
                throw new ShardingException(
                        ErrorCode.MERGE_COLUMN_NOT_COPIED, columns.getColumnLabel(i + 1), column.typeName());
            }
        }
        return new ValueCopier(copies, forms);
    }

    public int width() {
        return forms.length;
    }

    /** Refuses values that the driver shows rounded. */
    public void refuseRounded(ResultSetMetaData columns) throws SQLException {
        for (int i = 1; i <= forms.length; i++) {
            if (copies.isRounded(copies.column(columns, i))) {
                throw new ShardingException(ErrorCode.FLOAT_ROUNDED, columns.getColumnLabel(i));
            }
        }
    }

    /** How a value of that column is written in a statement, 0-based. */
    public ValueForm form(int column) {
        return forms[column].parameter();
    }

    /** The current row. */
    public CopiedValue[] row(ResultSet rows) throws SQLException {
        CopiedValue[] row = new CopiedValue[forms.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = new CopiedValue(forms[i].carrier(), forms[i].carrier().read(rows, i + 1));
        }
        return row;
    }
}
