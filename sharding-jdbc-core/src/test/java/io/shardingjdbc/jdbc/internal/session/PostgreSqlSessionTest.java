package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.testkit.DatabaseKind;

final class PostgreSqlSessionTest extends SessionContract {
    PostgreSqlSessionTest() {
        super(DatabaseKind.POSTGRESQL);
    }
}
