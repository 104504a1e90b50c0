package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.compiled.LiteralPlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.hint.HintValues;

/** A text does the same by the plan of its shape as by its own plan. */
class LiteralPlansTest {
    private static final Object[] NONE = {};
    private static final PlanBounds BOUNDS = new PlanBounds(1000, 100_000_000);

    private final Planner planner = planner(Dialects.H2);
    private final Plans<Object> plans = new Plans<>(planner, BOUNDS, true);

    private static Planner planner(Dialect dialect) {
        return new Planner(
                PlanSchema.rules(),
                new PlanSchema(dialect),
                dialect,
                new PlannerOptions(true, UnionBounds.NEVER, false));
    }

    private ChosenUnits route(String sql, Object... generatedKeys) {
        return ((ShardPlan) plans.once(sql)).route(generatedKeys, HintValues.NONE);
    }

    @Test
    void textsOfOneShapeShareAPlan() {
        for (int i = 0; i < 400; i++) {
            ChosenUnits execution =
                    route("SELECT note FROM t_order WHERE user_id = " + i + " AND status = 'it''s " + i + "'");
            assertThat(execution.size()).isEqualTo(1);
            assertThat(execution.dataSource(0)).isEqualTo(i % 2);
            assertThat(execution.parameterCount(0)).isZero();
            assertThat(execution.sql(0))
                    .isEqualTo("SELECT note FROM t_order_%d WHERE user_id = %d AND status = 'it''s %d'", i % 4, i, i);
        }
        assertThat(plans.kept()).isEqualTo(1);
    }

    @Test
    void onlyUnitOfALiteralTextIsFoundAsThatOfAPreparedOne() {
        String sql = "SELECT note FROM t_order WHERE user_id = 6 AND status = 'a'";
        ShardPlan literal = (ShardPlan) plans.once(sql);
        assertThat(literal).isInstanceOf(LiteralPlan.class);
        ChosenUnits only = literal.onlyUnit(NONE, HintValues.NONE);
        ChosenUnits routed = literal.route(NONE, HintValues.NONE);
        assertThat(only.sql(0)).isEqualTo(routed.sql(0)).isEqualTo(sql.replace("t_order", "t_order_2"));
        assertThat(only.dataSource(0)).isEqualTo(routed.dataSource(0));
        assertThat(only.parameterCount(0)).isZero();

        String several = "SELECT note FROM t_order WHERE user_id IN (1, 2)";
        assertThat(((ShardPlan) plans.once(several)).onlyUnit(NONE, HintValues.NONE))
                .isNull();
    }

    @Test
    void textThatComesAgainAndAgainGetsAPlanOfItsOwn() {
        String often = "SELECT note FROM t_order WHERE user_id = 6 AND status = 'a'";
        for (int i = 0; i < 100; i++) {
            route("SELECT note FROM t_order WHERE user_id = " + i + " AND status = 'b'");
            assertThat(described(plans.once(often), 0)).isEqualTo(described(planner.plan(often), 0));
        }
        assertThat(plans.once(often)).isNotInstanceOf(LiteralPlan.class);
        assertThat(plans.once("SELECT note FROM t_order WHERE user_id = 6 AND status = 'c'"))
                .isInstanceOf(LiteralPlan.class);
        assertThat(plans.kept()).isEqualTo(2);
    }

    @Test
    void textWhosePlanIsGoneIsNotPlannedEachTime() {
        Plans<Void> few = new Plans<>(planner, new PlanBounds(1, 100_000_000), true);
        String often = "SELECT note FROM t_order WHERE user_id = 6";
        int own = 0;
        for (int i = 0; i < 400; i++) {
            own += few.once(often) instanceof LiteralPlan ? 0 : 1;
            few.once("SELECT amount FROM t_order WHERE user_id = 6 OR status = 'a'");
        }
        assertThat(own).isBetween(1, 200);
    }

    @Test
    void textsOfOneShapeLearnTogetherHowLongTheyTake() {
        ShardPlan first = (ShardPlan) plans.once("SELECT note FROM t_order WHERE status = 'a'");
        ShardPlan second = (ShardPlan) plans.once("SELECT note FROM t_order WHERE status = 'b'");
        assertThat(second).isNotSameAs(first);
        assertThat(second.experience()).isSameAs(first.experience());
    }

    @Test
    void eachTextHasAPlanOfItsOwnWhereThatIsWanted() {
        Plans<Object> separate = new Plans<>(planner, BOUNDS, false);
        for (int i = 0; i < 10; i++) {
            separate.once("SELECT note FROM t_order WHERE user_id = " + i);
        }
        assertThat(separate.kept()).isEqualTo(10);
    }

    @Test
    void generatedKeysAreParametersStill() {
        String sql = "INSERT INTO t_order (user_id, status) VALUES (1, 'a'), (2, '?'), (5, 'c')";
        assertThat(described(plans.once(sql), 3))
                .isEqualTo(described(planner.plan(sql), 3))
                .contains(
                        "INSERT INTO t_order_2 (user_id, status, order_id) VALUES (2, '?', ?) 1\n",
                        "INSERT INTO t_order_1 (user_id, status, order_id) VALUES (1, 'a', ?), (5, 'c', ?) 0 2\n");
        assertThat(plans.kept()).isEqualTo(1);
        assertThat(plans.once(sql)).isInstanceOf(LiteralPlan.class);
    }

    @Test
    void refusalsAreThoseOfTheText() {
        String sql = "SELECT RANK() OVER (ORDER BY amount) FROM t_order WHERE user_id IN (%d, %d)";
        assertThat(route(sql.formatted(1, 5)).merge()).isNull();
        assertThat(described(plans.once(sql.formatted(1, 2)), 0))
                .isEqualTo(described(planner.plan(sql.formatted(1, 2)), 0))
                .startsWith("SHD-2104");
    }

    @Test
    void plansOfBeforeAreNotUsedAfterDefinitionsChanged() {
        route("SELECT note FROM t_order WHERE user_id = 1");
        Object before = plans.epoch();
        plans.clear();
        assertThat(plans.kept()).isZero();
        assertThat(plans.epoch()).isNotSameAs(before);
    }

    @Test
    void everyPlannedTextDoesTheSameByThePlanOfItsShape() throws IOException {
        List<String> different = new ArrayList<>();
        int shared = 0;
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/plans"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".plan"))
                    .sorted()
                    .toList()) {
                shared += compare(file, different);
            }
        }
        // Two literals that are equal are one value to the text's own plan, which then knows less of both columns.
        assertThat(different).allSatisfy(each -> assertThat(each)
                .startsWith("UPDATE t_log SET message = 'x' WHERE log_id = 1 AND user_id = 1"));
        assertThat(shared).isGreaterThan(100);
    }

    private static int compare(Path file, List<String> different) throws IOException {
        Dialect dialect = Dialects.H2;
        for (Dialect candidate : Dialects.all()) {
            if (file.getFileName().toString().toUpperCase(Locale.ROOT).contains("." + candidate + ".")) {
                dialect = candidate;
            }
        }
        Planner planner = planner(dialect);
        TextShapes shapes = new TextShapes(dialect);
        int shared = 0;
        for (PlanCase plan : PlanCase.parse(Files.readAllLines(file))) {
            TextShape shape = shapes.of(plan.sql());
            ShardPlan common = shape == null ? null : planner.plan(shape);
            if (common != null) {
                shared++;
                StatementPlan own = planner.plan(plan.sql());
                int keys = own instanceof ShardPlan sharded && sharded.generatedKeys() != null
                        ? sharded.generatedKeys().count()
                        : 0;
                String expected = described(own, keys);
                String actual = described(new LiteralPlan(planner::plan, shape, (CompiledPlan) common), keys);
                if (!actual.equals(expected)) {
                    different.add(plan.sql() + "\n  own:    " + expected + "\n  shared: " + actual);
                }
            }
        }
        return shared;
    }

    private static String described(StatementPlan plan, int keys) {
        Object[] generated = keys == 0 ? NONE : new Object[keys];
        for (int i = 0; i < keys; i++) {
            generated[i] = 100L + i;
        }
        ChosenUnits execution;
        try {
            execution = ((ShardPlan) plan).route(generated, HintValues.NONE);
        } catch (ShardingException refusal) {
            return refusal.getMessage();
        }
        StringBuilder text = new StringBuilder();
        for (int unit = 0; unit < execution.size(); unit++) {
            text.append(execution.dataSource(unit)).append(": ").append(execution.sql(unit));
            for (int position = 0; position < execution.parameterCount(unit); position++) {
                text.append(' ').append(execution.parameterSource(unit, position));
            }
            text.append('\n');
        }
        return text.append(execution.merge()).append(execution.bounds()).toString();
    }
}
