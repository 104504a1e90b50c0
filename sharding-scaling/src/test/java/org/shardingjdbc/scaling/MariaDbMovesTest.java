package org.shardingjdbc.scaling;

class MariaDbMovesTest extends BinlogMovesTest {
    MariaDbMovesTest() {
        super(BinlogServer.MARIADB);
    }
}
