package org.shardingjdbc.engine.internal.parameter;

import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * Finds the parameter streams that are needed more than once, by several units or by several row sets of a batch, and
 * reads them beforehand. Not thread-safe; one per execution.
 */
public final class SharedSources {
    private final Map<StreamSource, Use> uses = new IdentityHashMap<>();

    /** How often a source is needed, and as which parameter. */
    private static final class Use {
        private final int parameter;
        private int count;

        private Use(int parameter) {
            this.parameter = parameter;
        }
    }

    /** Counts what an execution needs of its parameters. */
    public void count(Parameters parameters, ChosenUnits execution) {
        if (!parameters.withStreams()) {
            return;
        }
        for (int unit = 0; unit < execution.size(); unit++) {
            for (int position = 0; position < execution.parameterCount(unit); position++) {
                int index = execution.parameterSource(unit, position);
                StreamSource source = index < 0 || index >= parameters.count() ? null : parameters.source(index);
                if (source != null) {
                    uses.computeIfAbsent(source, each -> new Use(index + 1)).count++;
                }
            }
        }
    }

    /** Reads all streams of a statement that takes several steps, each of which may need them. */
    public static void spoolAll(Parameters parameters, List<StreamSource> spooled) throws SQLException {
        for (int index = 0; parameters.withStreams() && index < parameters.count(); index++) {
            StreamSource source = parameters.source(index);
            if (source != null && source.needsSpool()) {
                source.spool(index + 1);
                spooled.add(source);
            }
        }
    }

    /**
     * Reads what is needed more than once.
     *
     * @param spooled takes what was read, for its owner to close
     */
    public void spool(List<StreamSource> spooled) throws SQLException {
        for (Map.Entry<StreamSource, Use> each : uses.entrySet()) {
            if (each.getValue().count > 1 && each.getKey().needsSpool()) {
                each.getKey().spool(each.getValue().parameter);
                spooled.add(each.getKey());
            }
        }
    }
}
