package org.shardingjdbc.engine.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.pull.PullBounds;
import org.shardingjdbc.engine.internal.run.Models;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.key.KeyGenerators;

/** How many schemas that sessions were switched to have plans. */
class SchemaPlansTest {
    private static final int MOST = 64;

    private static final Dialect DIALECT = Models.idle(Dialect.class);
    private static final Rules RULES = RuleCompiler.compile(List.of("ds_0"), List.of(), KeyGenerators.load(() -> 0));
    private static final Connection CONNECTION = Models.idle(Connection.class);

    private final Deployment deployment = new Deployment(
            "logic_db",
            DIALECT,
            new Deployment.Parts(RULES, Models.idle(Catalog.class), new OnePlan()),
            List.of(new ShardPool(0, "ds_0", DIALECT, Models.answering(DataSource.class, method -> CONNECTION), false)),
            new ExecutionProps(4, FanOutMode.ADAPTIVE, true, 0, 10_000, 1000, 0, PullBounds.NONE, false, false, false));
    private int made;

    private void plan(int schema) {
        deployment.plansIn(schema, () -> {
            made++;
            return dataSource -> CONNECTION;
        });
    }

    /** There was one more than that, and then those that are there were forgotten whenever one was asked for. */
    @Test
    void oneTooManyForgetsTheOthersAndThoseThatAreThereStay() {
        for (int schema = 0; schema < MOST; schema++) {
            plan(schema);
        }
        for (int schema = 0; schema < MOST; schema++) {
            plan(schema);
        }
        assertThat(made).isEqualTo(MOST);
        plan(MOST);
        plan(0);
        assertThat(made).isEqualTo(MOST + 2);
        plan(MOST);
        assertThat(made).isEqualTo(MOST + 2);
    }
}
