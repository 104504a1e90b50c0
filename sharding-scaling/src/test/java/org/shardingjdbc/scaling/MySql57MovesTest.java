package org.shardingjdbc.scaling;

class MySql57MovesTest extends BinlogMovesTest {
    MySql57MovesTest() {
        super(BinlogServer.MYSQL57);
    }
}
