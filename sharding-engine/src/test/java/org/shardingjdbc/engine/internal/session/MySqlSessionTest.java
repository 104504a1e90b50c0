package org.shardingjdbc.engine.internal.session;

import org.shardingjdbc.testkit.DatabaseKind;

final class MySqlSessionTest extends MySqlFamilySession {
    MySqlSessionTest() {
        super(DatabaseKind.MYSQL);
    }
}
