package org.shardingjdbc.engine.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.testkit.DatabaseKind;

/** What a session promises on MariaDB and MySQL alike. */
abstract class MySqlFamilySession extends SessionContract {
    MySqlFamilySession(DatabaseKind kind) {
        super(kind);
    }

    @Test
    void setFollowsToEveryConnectionAndIsUndone() throws SQLException {
        shards.say(session, "SET SESSION group_concat_max_len = 4711");
        shards.say(session, "SET @x = 'mine'");
        for (int i = 0; i < 2; i++) {
            assertThat(query(i, "SELECT @@group_concat_max_len")).isEqualTo("4711");
            assertThat(query(i, "SELECT @x")).isEqualTo("mine");
        }
        session.close();
        assertThat(shards.inUse()).isZero();
        session = shards.session();
        for (int i = 0; i < 8; i++) {
            assertThat(query(i % 2, "SELECT @@group_concat_max_len")).isNotEqualTo("4711");
            assertThat(query(i % 2, "SELECT @x")).isNull();
        }
    }

    @Test
    void setAutocommitIsTheConnections() throws SQLException {
        shards.say(session, "SET autocommit = 0");
        assertThat(session.transactions().autoCommit()).isFalse();
        shards.write(session, "0: INSERT INTO t VALUES (1, 'n')");
        assertThat(shards.rows(0)).isZero();
        shards.say(session, "SET autocommit = 1");
        assertThat(shards.rows(0)).isOne();
    }

    @Test
    void switchToOneSchemaIsRefusedWhereSchemasTellDataSourcesApart() {
        assertThatThrownBy(() -> shards.say(session, "USE session_1")).hasMessageContaining("SHD-6006");
        assertThatThrownBy(() -> session.attributes().schema().catalog("session_1"))
                .hasMessageContaining("SHD-6006");
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void failedDefinitionSaysWhereItTookEffect() throws SQLException {
        shards.raw(1, "CREATE TABLE taken (id INT)");
        assertThatThrownBy(() -> shards.update(
                        session,
                        StatementClass.DEFINITION,
                        "0: CREATE TABLE taken (id INT)",
                        "0: CREATE TABLE taken_2 (id INT)",
                        "1: SELECT SLEEP(0.5)",
                        "1: CREATE TABLE taken (id INT)"))
                .hasMessageContaining("SHD-5006")
                .hasMessageContaining("completed on ds_0 [CREATE TABLE taken (id INT)]")
                .hasMessageContaining("failed on ds_1 [CREATE TABLE taken (id INT)]");
    }

    @Test
    void definitionCommitsTheTransactionOnEveryDataSource() throws SQLException {
        session.transactions().autoCommit(false);
        shards.write(session, "0: INSERT INTO t VALUES (1, 'n')", "1: INSERT INTO t VALUES (1, 'n')");
        shards.update(session, StatementClass.DEFINITION, "0: CREATE TABLE IF NOT EXISTS other (id INT)");
        session.transactions().rollback();
        assertThat(shards.rows(0)).isOne();
        assertThat(shards.rows(1)).isOne();
    }

    /** However its text begins, it is of the transaction that comes next, on whatever branch that begins. */
    @Test
    void setTransactionIsOfTheNextTransaction() throws SQLException {
        session.transactions().autoCommit(false);
        shards.say(session, "/* for a report */ SET  TRANSACTION READ ONLY");
        assertThatThrownBy(() -> shards.write(session, "0: INSERT INTO t VALUES (1, 'n')"))
                .hasMessageContaining("READ ONLY");
        session.transactions().rollback();
        shards.write(session, "0: INSERT INTO t VALUES (1, 'n')");
        session.transactions().commit();
        assertThat(shards.rows(0)).isOne();
    }

    @Test
    void streamOccupiesItsOwnConnection() throws SQLException {
        for (int id = 0; id < 30; id++) {
            shards.write(session, "0: INSERT INTO t VALUES (" + id + ", 'n')");
        }
        SqlTasks tasks = new SqlTasks("0: SELECT id FROM t ORDER BY id", "0: SELECT id FROM t ORDER BY id");
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 7, 0, -1));
        run.execute();
        assertThat(tasks.connections[0]).isNotSameAs(tasks.connections[1]);
        assertThat(query(0, "SELECT COUNT(*) FROM t")).isEqualTo("30");
        int count = 0;
        while (tasks.results[0].next() && tasks.results[1].next()) {
            assertThat(tasks.results[0].getInt(1)).isEqualTo(tasks.results[1].getInt(1));
            count++;
        }
        assertThat(count).isEqualTo(30);
        run.close();
        assertThat(shards.inUse()).isZero();
    }
}
