package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.testkit.DatabaseKind;

final class H2SessionTest extends SessionContract {
    H2SessionTest() {
        super(DatabaseKind.H2);
    }
}
