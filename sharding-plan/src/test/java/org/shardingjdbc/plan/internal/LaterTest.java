package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;
import org.shardingjdbc.plan.internal.operator.Choose;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.operator.Operator;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;

/** What plans leave for an execution, and why: each reason is one that a plan case has. */
class LaterTest {
    private final Map<Later.Reason, Set<String>> found = new EnumMap<>(Later.Reason.class);

    @Test
    void eachReasonIsThatOfAPlanCase() throws IOException {
        try (Stream<Path> files = Files.list(PlanFilesTest.FILES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".plan"))
                    .sorted()
                    .toList()) {
                Planner planner = PlanFilesTest.planner(file);
                for (PlanCase plan : PlanFilesTest.cases(file)) {
                    look(plan.sql(), planned(planner, plan.sql()));
                }
            }
        }
        assertThat(found).containsOnlyKeys(Later.Reason.values());
        // the text that chooses one data node is by far the most frequent statement: it must not be planned whole
        assertThat(found.get(Later.Reason.ONE_NODE)).hasSizeGreaterThan(100);
        assertThat(found.get(Later.Reason.DEFINES))
                .allMatch(sql -> sql.startsWith("CREATE TABLE ") || sql.startsWith("DROP TABLE "));
    }

    /** Each text has a plan of its own for what the plan of its shape refuses. */
    @Test
    void plansOfShapesLeaveNoStepsForLater() throws IOException {
        int shapes = 0;
        Path file = PlanFilesTest.FILES.resolve("select.plan");
        Planner planner = PlanFilesTest.planner(file);
        TextShapes texts = new TextShapes(planner.dialect());
        for (PlanCase plan : PlanFilesTest.cases(file)) {
            TextShape shape = texts.of(plan.sql());
            ShardPlan shared = shape == null ? null : planner.plan(shape);
            if (shared != null) {
                shapes++;
                look(plan.sql(), shared);
            }
        }
        assertThat(shapes).isGreaterThan(20);
        assertThat(found.keySet()).isSubsetOf(Later.Reason.ONE_NODE);
    }

    private static StatementPlan planned(Planner planner, String sql) {
        try {
            return sql.isEmpty() ? null : planner.plan(sql);
        } catch (ShardingException wrong) {
            return null;
        }
    }

    private void look(String sql, Operator operator) {
        if (operator == null) {
            return;
        }
        if (operator instanceof Later<?, ?> later) {
            found(sql, later);
        } else if (operator instanceof Choose.AllPlanned all) {
            found(sql, all.steps().later());
        } else if (operator instanceof ChooseSteps steps) {
            found(sql, steps.others());
        }
        List<? extends Operator> inputs = operator.inputs();
        inputs.forEach(input -> look(sql, input));
    }

    private void found(String sql, Later<?, ?> later) {
        if (later != null) {
            found.computeIfAbsent(later.reason(), any -> new TreeSet<>()).add(sql);
        }
    }
}
