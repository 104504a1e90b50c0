package org.shardingjdbc.engine.internal.session;

import org.shardingjdbc.testkit.DatabaseKind;

final class MariaDbSessionTest extends MySqlFamilySession {
    MariaDbSessionTest() {
        super(DatabaseKind.MARIADB);
    }
}
