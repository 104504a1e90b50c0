package org.shardingjdbc.feature.encrypt;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What statements answer, as texts. */
final class Rows {
    private Rows() {}

    /** The rows of a statement, their values between commas; its count where it has none. */
    static List<String> of(DataSource dataSource, String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                prepared.setObject(i + 1, parameters[i]);
            }
            List<String> read = new ArrayList<>();
            if (!prepared.execute()) {
                read.add(String.valueOf(prepared.getUpdateCount()));
                return read;
            }
            try (ResultSet rows = prepared.getResultSet()) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 1; i <= columns; i++) {
                        row.append(i > 1 ? "," : "").append(rows.getString(i));
                    }
                    read.add(row.toString());
                }
            }
            return read;
        }
    }
}
