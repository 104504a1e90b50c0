package io.shardingjdbc.jdbc.modes;

import io.shardingjdbc.testkit.DatabaseKind;

class MySqlModesTest extends ModesSuite {
    MySqlModesTest() {
        super(DatabaseKind.MYSQL);
    }
}
