package org.shardingjdbc.scaling;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "scaling.kills", matches = ".+", disabledReason = "it is part of .ci/nightly")
class MySql57MovesTest extends BinlogMovesTest {
    MySql57MovesTest() {
        super(BinlogServer.MYSQL57);
    }
}
