package org.shardingjdbc.jdbc.internal.value;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Objects;
import org.shardingjdbc.dialect.Carrier;

/**
 * A value that was read to be written elsewhere as it is. Immutable, unless it holds bytes, which nobody changes.
 *
 * @param carrier how it is written
 * @param value null for NULL
 */
public record CopiedValue(Carrier carrier, Object value) {
    /** Sets it as a parameter, 1-based. */
    public void set(PreparedStatement target, int position) throws SQLException {
        if (value == null) {
            target.setNull(position, Types.NULL);
        } else {
            carrier.write(target, position, value);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CopiedValue that && Objects.deepEquals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(new Object[] {value});
    }
}
