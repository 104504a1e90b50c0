package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        ShardPlanner shards = new ShardPlanner(planner, tools);

        String names = shards.ways().stream().map(WaysTest::name).collect(Collectors.joining(", "));
        assertThat(Files.readString(Path.of("../docs/glossary.md")))
                .contains("| way | one kind of answering a statement: " + names + " |");
    }

    /** As the class is called, in words. */
    private static String name(Way way) {
        StringBuilder words = new StringBuilder();
        for (char letter : way.getClass().getSimpleName().toCharArray()) {
            words.append(Character.isUpperCase(letter) && !words.isEmpty() ? " " : "")
                    .append(Character.toLowerCase(letter));
        }
        return words.toString();
    }
}
