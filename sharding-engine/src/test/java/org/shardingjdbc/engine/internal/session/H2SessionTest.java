package org.shardingjdbc.engine.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.DatabaseKind;

final class H2SessionTest extends SessionContract {
    H2SessionTest() {
        super(DatabaseKind.H2);
    }

    @Test
    void setFollowsToEveryConnectionAndIsUndone() throws SQLException {
        shards.say(session, "SET @x = 7");
        for (int i = 0; i < 2; i++) {
            assertThat(query(i, "SELECT @x")).isEqualTo("7");
        }
        session.close();
        assertThat(shards.inUse()).isZero();
        session = shards.session();
        for (int i = 0; i < 8; i++) {
            assertThat(query(i % 2, "SELECT @x")).isNull();
        }
    }

    @Test
    void schemaFollowsToEveryConnection() throws SQLException {
        shards.raw(0, "CREATE SCHEMA IF NOT EXISTS other");
        shards.raw(1, "CREATE SCHEMA IF NOT EXISTS other");
        shards.say(session, "SET SCHEMA other");
        assertThat(query(0, "SELECT CURRENT_SCHEMA")).isEqualTo("OTHER");
        assertThat(query(1, "SELECT CURRENT_SCHEMA")).isEqualTo("OTHER");
        assertThat(session.attributes().schema().schema()).isEqualTo("OTHER");
        session.attributes().schema().schema("PUBLIC");
        assertThat(shards.inUse()).isZero();
        assertThat(query(1, "SELECT CURRENT_SCHEMA")).isEqualTo("PUBLIC");
    }
}
