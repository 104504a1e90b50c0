package org.shardingjdbc.jdbc.modes;

import org.shardingjdbc.testkit.DatabaseKind;

class H2ModesTest extends ModesSuite {
    H2ModesTest() {
        super(DatabaseKind.H2);
    }
}
