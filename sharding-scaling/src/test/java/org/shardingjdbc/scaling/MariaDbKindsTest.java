package org.shardingjdbc.scaling;

class MariaDbKindsTest extends BinlogKindsTest {
    MariaDbKindsTest() {
        super(BinlogServer.MARIADB);
    }
}
