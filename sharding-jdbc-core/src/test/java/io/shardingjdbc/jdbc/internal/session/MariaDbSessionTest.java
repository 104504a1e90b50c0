package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.testkit.DatabaseKind;

final class MariaDbSessionTest extends MySqlFamilySession {
    MariaDbSessionTest() {
        super(DatabaseKind.MARIADB);
    }
}
