package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.testkit.DatabaseKind;

final class MySqlSessionTest extends MySqlFamilySession {
    MySqlSessionTest() {
        super(DatabaseKind.MYSQL);
    }
}
