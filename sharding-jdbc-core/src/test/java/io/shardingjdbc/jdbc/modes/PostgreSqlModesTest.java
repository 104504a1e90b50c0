package io.shardingjdbc.jdbc.modes;

import io.shardingjdbc.testkit.DatabaseKind;

class PostgreSqlModesTest extends ModesSuite {
    PostgreSqlModesTest() {
        super(DatabaseKind.POSTGRESQL);
    }
}
