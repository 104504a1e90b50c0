package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.plan.internal.way.Way;

class WaysTest {
    private static final PlannerOptions OPTIONS = new PlannerOptions(true, UnionBounds.NEVER, false);

    @Test
    void waysAreTriedInTheOrderOfTheGlossary() throws IOException {
        PlanSchema schema = new PlanSchema(Dialects.H2);
        Planner planner = new Planner(PlanSchema.rules(), schema, Dialects.H2, OPTIONS);
        PlanTools tools = PlanTools.of(PlanSchema.rules(), schema, Dialects.H2, OPTIONS);
        List<Way> ways = new ShardPlanner(planner, tools).ways();

        String names = ways.stream().map(Way::name).collect(Collectors.joining(", "));
        assertThat(Files.readString(Path.of("../docs/glossary.md")))
                .contains("| way | one kind of answering a statement: " + names + " |");
    }
}
