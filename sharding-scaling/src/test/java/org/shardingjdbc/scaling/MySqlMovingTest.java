package org.shardingjdbc.scaling;

class MySqlMovingTest extends MovingTest {
    MySqlMovingTest() {
        super(BinlogServer.MYSQL.server());
    }
}
