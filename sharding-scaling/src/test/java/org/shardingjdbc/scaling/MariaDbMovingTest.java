package org.shardingjdbc.scaling;

class MariaDbMovingTest extends MovingTest {
    MariaDbMovingTest() {
        super(BinlogServer.MARIADB.server());
    }
}
