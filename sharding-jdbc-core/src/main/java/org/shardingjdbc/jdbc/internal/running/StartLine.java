package org.shardingjdbc.jdbc.internal.running;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.LogicTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines in the log that say what was started, and what will be refused. Stateless. */
public final class StartLine {
    private static final Logger LOG = LoggerFactory.getLogger("org.shardingjdbc.jdbc.ShardingDataSource");

    private StartLine() {}

    /** @param beginNanos when the start began, by {@link System#nanoTime()} */
    static void log(Deployment deployment, long beginNanos) {
        if (LOG.isInfoEnabled()) {
            LOG.info(text(deployment, System.nanoTime() - beginNanos));
        }
        for (String warning : warnings(deployment.rules())) {
            LOG.warn("{}", warning);
        }
    }

    /** What is no mistake of the configuration, as such tables may be read, but will be one at the first INSERT. */
    public static List<String> warnings(Placements rules) {
        List<String> warnings = new ArrayList<>();
        for (LogicTable table : rules.tables()) {
            if (table.isSpread()
                    && table.shardingColumns().isEmpty()
                    && !table.asksHint(true)
                    && !table.asksHint(false)) {
                warnings.add("Table " + table.name() + " has "
                        + table.dataNodes(rules.dataSourceNames()).size()
                        + " data nodes and no strategy: no row has a place, so that INSERT is refused (SHD-4107)."
                        + " Give it a databaseStrategy or a tableStrategy, unless it is only read.");
            }
        }
        return warnings;
    }

    static String text(Deployment deployment, long nanos) {
        Placements rules = deployment.rules();
        int nodes = 0;
        for (LogicTable table : rules.tables()) {
            nodes += table.isReplicated()
                    ? 1
                    : table.dataNodes(rules.dataSourceNames()).size();
        }
        String version = StartLine.class.getPackage().getImplementationVersion();
        return "sharding-jdbc" + (version == null ? "" : " " + version) + " started " + deployment.databaseName() + ": "
                + counted(rules.allDataSourceNames().size(), "data source") + ", "
                + counted(rules.tables().size(), "table") + " of rules, "
                + counted(nodes, "data node") + ", "
                + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
