package org.shardingjdbc.jdbc.modes;

import org.shardingjdbc.testkit.DatabaseKind;

class PostgreSqlModesTest extends ModesSuite {
    PostgreSqlModesTest() {
        super(DatabaseKind.POSTGRESQL);
    }
}
