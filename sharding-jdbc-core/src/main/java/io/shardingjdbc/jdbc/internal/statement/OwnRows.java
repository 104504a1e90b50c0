package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.jdbc.internal.dialect.DatabaseDialect;
import io.shardingjdbc.jdbc.internal.result.LocalColumn;
import io.shardingjdbc.jdbc.internal.result.LocalResultSet;
import io.shardingjdbc.jdbc.internal.result.ResultOwner;
import io.shardingjdbc.merge.MergeDialect;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Result sets of rows that we hold ourselves. Stateless. */
public final class OwnRows {
    private OwnRows() {}

    /** Whose arithmetic and text forms a dialect follows. */
    public static MergeDialect mergeDialect(DatabaseDialect dialect) {
        if (dialect.sql().postgreSqlFamily()) {
            return MergeDialect.POSTGRESQL;
        }
        return dialect.sql().mySqlFamily() ? MergeDialect.MYSQL : MergeDialect.H2;
    }

    /**
     * Rows as the current result of a statement.
     *
     * @param types of {@link java.sql.Types}
     */
    static ResultSet ofStatement(ShardingStatement statement, String[] labels, int[] types, List<Object[]> rows) {
        return of(statement.answers(), statement, labels, types, rows);
    }

    /** Rows beside the current result of a statement, which does not change when they are closed. */
    static ResultSet beside(ShardingStatement statement, String[] labels, int[] types, List<Object[]> rows) {
        ResultOwner owner = new ResultOwner() {
            @Override
            public Statement statement() {
                return statement;
            }

            @Override
            public void closed(ResultSet result) throws SQLException {
                // Holds nothing.
            }
        };
        return of(owner, statement, labels, types, rows);
    }

    private static ResultSet of(
            ResultOwner owner, ShardingStatement statement, String[] labels, int[] types, List<Object[]> rows) {
        return of(owner, mergeDialect(statement.session().dialect()), labels, types, rows);
    }

    /**
     * Rows of any owner.
     *
     * @param types of {@link java.sql.Types}
     * @param rows one value per label
     */
    public static ResultSet of(
            ResultOwner owner, MergeDialect dialect, String[] labels, int[] types, List<Object[]> rows) {
        List<LocalColumn> columns = new ArrayList<>(labels.length);
        for (int i = 0; i < labels.length; i++) {
            columns.add(new LocalColumn(labels[i], jdbcType(types[i])));
        }
        return new LocalResultSet(owner, columns, rows, dialect);
    }

    private static JDBCType jdbcType(int type) {
        for (JDBCType known : JDBCType.values()) {
            if (known.getVendorTypeNumber() == type) {
                return known;
            }
        }
        return JDBCType.OTHER;
    }
}
