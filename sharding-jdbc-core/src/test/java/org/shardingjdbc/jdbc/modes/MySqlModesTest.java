package org.shardingjdbc.jdbc.modes;

import org.shardingjdbc.testkit.DatabaseKind;

class MySqlModesTest extends ModesSuite {
    MySqlModesTest() {
        super(DatabaseKind.MYSQL);
    }
}
