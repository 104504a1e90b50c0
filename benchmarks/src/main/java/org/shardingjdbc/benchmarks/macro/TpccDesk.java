package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;

/** Where a terminal stands, and what its transactions share. One thread uses it. */
record TpccDesk(TpccScale scale, TpccRandom random, int warehouse, Digest digest, Clock clock) {
    private static final String BY_NAME =
            "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first";

    /** A statement whose first parameters are set; the caller sets the others and closes it. */
    static PreparedStatement prepare(Connection connection, String sql, int... first) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < first.length; i++) {
            statement.setInt(i + 1, first[i]);
        }
        return statement;
    }

    /** Changes one row. */
    static void change(Connection connection, String sql, int... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            changeOne(statement);
        }
    }

    /** Changes one row; anything else is a mistake of who takes part. */
    static void changeOne(PreparedStatement statement) throws SQLException {
        int changed = statement.executeUpdate();
        if (changed != 1) {
            throw new SQLException("Changed are " + changed + " rows, not one, by " + statement);
        }
    }

    /** Goes to a row that must be there. */
    static void next(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            throw new SQLException("A row is missing");
        }
    }

    int district() {
        return random.between(1, scale.districts());
    }

    /** A warehouse besides the terminal's own, if there is one. */
    int otherWarehouse() {
        if (scale.warehouses() == 1) {
            return warehouse;
        }
        int other = random.between(1, scale.warehouses() - 1);
        return other < warehouse ? other : other + 1;
    }

    Timestamp now() {
        return Timestamp.from(clock.instant());
    }

    /** The customer whom someone asks for: 60 of hundred by last name, which is the middle one of the name's. */
    int customer(Connection connection, int ofWarehouse, int ofDistrict) throws SQLException {
        if (!random.percent(60)) {
            return random.customer(scale);
        }
        try (PreparedStatement statement = prepare(connection, BY_NAME, ofWarehouse, ofDistrict)) {
            statement.setString(3, random.lastName(scale));
            try (ResultSet rows = statement.executeQuery()) {
                int[] customers = new int[scale.customers()];
                int count = 0;
                while (rows.next()) {
                    customers[count++] = rows.getInt(1);
                }
                digest.add(count);
                return customers[(count - 1) / 2];
            }
        }
    }
}
