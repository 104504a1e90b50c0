package io.shardingjdbc.jdbc.modes;

import io.shardingjdbc.testkit.DatabaseKind;

class MariaDbModesTest extends ModesSuite {
    MariaDbModesTest() {
        super(DatabaseKind.MARIADB);
    }
}
