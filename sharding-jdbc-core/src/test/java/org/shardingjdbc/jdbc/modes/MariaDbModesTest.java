package org.shardingjdbc.jdbc.modes;

import org.shardingjdbc.testkit.DatabaseKind;

class MariaDbModesTest extends ModesSuite {
    MariaDbModesTest() {
        super(DatabaseKind.MARIADB);
    }
}
