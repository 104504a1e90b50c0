package org.shardingjdbc.jdbc.internal.pull;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.jdbc.internal.dialect.MySqlType;

/** Chooses the way of each column's values, by the database and the type of the column. Stateless. */
final class ValuePaths {
    private ValuePaths() {}

    static ValuePath[] of(Dialect dialect, ResultSetMetaData columns) throws SQLException {
        ValuePath[] paths = new ValuePath[columns.getColumnCount()];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = of(dialect, columns.getColumnType(i + 1), columns.getColumnTypeName(i + 1));
        }
        return paths;
    }

    private static ValuePath of(Dialect dialect, int type, String typeName) {
        if (dialect.postgreSqlFamily()) {
            return ofPostgreSql(type);
        }
        return dialect.mySqlFamily() ? ofMySql(dialect, typeName) : ofH2(type, typeName);
    }

    private static ValuePath ofPostgreSql(int type) {
        return type == Types.BINARY ? ValuePath.BYTES : ValuePath.LITERAL;
    }

    private static ValuePath ofMySql(Dialect dialect, String typeName) {
        return switch (MySqlType.of(typeName)) {
            case BINARY -> ValuePath.BYTES;
            case BIT, YEAR -> ValuePath.NUMBER;
            case TIME -> dialect == Dialects.MYSQL ? ValuePath.TIME : ValuePath.TEXT;
            default -> ValuePath.TEXT;
        };
    }

    private static ValuePath ofH2(int type, String typeName) {
        return switch (type) {
            case Types.DATE -> ValuePath.LOCAL_DATE;
            case Types.TIME -> ValuePath.LOCAL_TIME;
            case Types.TIMESTAMP -> ValuePath.LOCAL_DATE_TIME;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB -> ValuePath.TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> ValuePath.BYTES;
            case Types.ARRAY -> ValuePath.ARRAY;
            // DECFLOAT knows NaN and infinities, which a BigDecimal does not.
            default ->
                switch (typeName) {
                    case "DECFLOAT" -> ValuePath.TEXT;
                    case "JSON", "GEOMETRY" -> ValuePath.BYTES;
                    default -> ValuePath.OBJECT;
                };
        };
    }
}
