package org.shardingjdbc.scaling;

import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

class PostgreSqlMovingTest extends MovingTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);

    PostgreSqlMovingTest() {
        super(SERVER);
    }
}
