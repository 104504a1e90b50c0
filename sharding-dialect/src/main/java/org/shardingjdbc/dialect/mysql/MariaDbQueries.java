package org.shardingjdbc.dialect.mysql;

/** As MySQL's. */
final class MariaDbQueries extends MySqlQueries {}
