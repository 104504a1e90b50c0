package org.shardingjdbc.scaling;

class MySqlKindsTest extends BinlogKindsTest {
    MySqlKindsTest() {
        super(BinlogServer.MYSQL);
    }
}
