package io.shardingjdbc.jdbc.modes;

import io.shardingjdbc.testkit.DatabaseKind;

class H2ModesTest extends ModesSuite {
    H2ModesTest() {
        super(DatabaseKind.H2);
    }
}
