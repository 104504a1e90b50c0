package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;

/** In which form each of several values is sent: as text where nothing is said, one for all, or one for each. */
final class Formats {
    static final Formats TEXT = new Formats(new boolean[0]);
    static final Formats BINARY = new Formats(new boolean[] {true});

    private final boolean[] binary;

    private Formats(boolean[] binary) {
        this.binary = binary;
    }

    static Formats read(MessageReader message) throws SQLException {
        boolean[] binary = new boolean[message.count()];
        for (int i = 0; i < binary.length; i++) {
            int code = message.int16();
            if (code != 0 && code != 1) {
                throw MessageReader.wrong("unsupported format code: " + code);
            }
            binary[i] = code == 1;
        }
        return binary.length == 0 ? TEXT : new Formats(binary);
    }

    /** How many were said: 0 and 1 do for any number of values. */
    int count() {
        return binary.length;
    }

    /** @throws SQLException when more than one were said, for another number of columns */
    void require(int columns) throws SQLException {
        if (count() > 1 && count() != columns) {
            throw new SQLException(
                    "bind message has " + count() + " result formats but query has " + columns + " columns", "08P01");
        }
    }

    boolean isBinary(int value) {
        if (binary.length == 0) {
            return false;
        }
        return binary.length == 1 ? binary[0] : binary[value];
    }
}
