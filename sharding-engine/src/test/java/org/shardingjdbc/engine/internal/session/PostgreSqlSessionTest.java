package org.shardingjdbc.engine.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.testkit.DatabaseKind;

final class PostgreSqlSessionTest extends SessionContract {
    PostgreSqlSessionTest() {
        super(DatabaseKind.POSTGRESQL);
    }

    @Test
    void setFollowsToEveryConnectionAndIsUndone() throws SQLException {
        shards.say(session, "SET work_mem = '7MB'");
        assertThat(query(0, "SHOW work_mem")).isEqualTo("7MB");
        assertThat(query(1, "SHOW work_mem")).isEqualTo("7MB");
        session.close();
        assertThat(shards.inUse()).isZero();
        session = shards.session();
        for (int i = 0; i < 8; i++) {
            assertThat(query(i % 2, "SHOW work_mem")).isNotEqualTo("7MB");
        }
    }

    @Test
    void wrongSetIsNotRemembered() throws SQLException {
        assertThatThrownBy(() -> shards.say(session, "SET work_mem = 'many'")).isInstanceOf(SQLException.class);
        assertThat(shards.inUse()).isZero();
        assertThat(query(1, "SHOW work_mem")).isNotEqualTo("many");
    }

    @Test
    void rollbackTakesSetBack() throws SQLException {
        shards.say(session, "SET work_mem = '5MB'");
        session.transactions().autoCommit(false);
        shards.say(session, "SET work_mem = '6MB'");
        assertThat(query(1, "SHOW work_mem")).isEqualTo("6MB");
        session.transactions().rollback();
        assertThat(query(0, "SHOW work_mem")).isEqualTo("5MB");
        assertThat(query(1, "SHOW work_mem")).isEqualTo("5MB");
    }

    @Test
    void setLocalHoldsOnAllBranchesUntilTheTransactionEnds() throws SQLException {
        session.transactions().autoCommit(false);
        shards.say(session, "SET LOCAL work_mem = '6MB'");
        assertThat(query(0, "SHOW work_mem")).isEqualTo("6MB");
        assertThat(query(1, "SHOW work_mem")).isEqualTo("6MB");
        session.transactions().commit();
        assertThat(query(0, "SHOW work_mem")).isNotEqualTo("6MB");
        assertThat(query(1, "SHOW work_mem")).isNotEqualTo("6MB");
    }

    @Test
    void setTransactionHoldsOnAllBranches() throws SQLException {
        shards.say(session, "BEGIN");
        shards.say(session, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
        assertThat(query(0, "SHOW transaction_isolation")).isEqualTo("serializable");
        assertThat(query(1, "SHOW transaction_isolation")).isEqualTo("serializable");
        shards.say(session, "COMMIT");
        assertThat(query(1, "SHOW transaction_isolation")).isEqualTo("read committed");
    }

    @Test
    void definitionOnSeveralDataSourcesIsAllOrNothing() throws SQLException {
        shards.raw(1, "CREATE TABLE taken (id INT)");
        assertThatThrownBy(() -> shards.update(
                        session,
                        StatementClass.DEFINITION,
                        "0: CREATE TABLE taken (id INT)",
                        "1: CREATE TABLE taken (id INT)"))
                .isInstanceOf(SQLException.class);
        shards.raw(0, "CREATE TABLE taken (id INT)");
    }

    @Test
    void definitionThatNoTransactionTakesRunsWithoutOne() throws SQLException {
        shards.update(
                session,
                StatementClass.DEFINITION,
                "0: CREATE INDEX CONCURRENTLY t_name ON t (name)",
                "1: CREATE INDEX CONCURRENTLY t_name ON t (name)");
        shards.raw(0, "DROP INDEX t_name");
        shards.raw(1, "DROP INDEX t_name");
    }

    @Test
    void streamNeedsNoTransactionOfTheUser() throws SQLException {
        for (int id = 0; id < 30; id++) {
            shards.write(session, "0: INSERT INTO t VALUES (" + id + ", 'n')");
        }
        SqlTasks tasks = new SqlTasks("0: SELECT id FROM t ORDER BY id", "1: SELECT id FROM t");
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 7, 0, -1));
        run.execute();
        assertThat(tasks.connections[0].jdbc().getAutoCommit()).isFalse();
        int count = 0;
        while (tasks.results[0].next()) {
            count++;
        }
        assertThat(count).isEqualTo(30);
        run.close();
        assertThat(shards.inUse()).isZero();
    }
}
