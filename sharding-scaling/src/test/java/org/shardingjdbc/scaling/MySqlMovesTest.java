package org.shardingjdbc.scaling;

class MySqlMovesTest extends BinlogMovesTest {
    MySqlMovesTest() {
        super(BinlogServer.MYSQL);
    }
}
