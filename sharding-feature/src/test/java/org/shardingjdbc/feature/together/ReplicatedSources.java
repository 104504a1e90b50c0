package org.shardingjdbc.feature.together;

import java.util.regex.Pattern;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;

/** Read-write splitting for the oracle: each data source is a group whose replica is the same database. */
public final class ReplicatedSources implements FurtherRules {
    private final String strategy;

    /** Transactions read from their primaries. */
    public ReplicatedSources() {
        this("PRIMARY");
    }

    /** @param strategy what {@code transactionalReadQueryStrategy} says */
    ReplicatedSources(String strategy) {
        this.strategy = strategy;
    }

    @Override
    public String yaml(String yaml, GeneratedSchema seen) {
        int rules = yaml.indexOf("rules:\n");
        int sources = yaml.indexOf("  ds_0:");
        String primaries = yaml.substring(sources, rules);
        StringBuilder text = new StringBuilder(yaml.substring(0, sources));
        text.append(Pattern.compile("^  ds_", Pattern.MULTILINE)
                        .matcher(primaries)
                        .replaceAll("  primary_"))
                .append(Pattern.compile("^  ds_", Pattern.MULTILINE)
                        .matcher(primaries)
                        .replaceAll("  replica_")
                        // not compared with the primaries then, whose databases they are
                        .replace("minimumIdle: 0", "minimumIdle: 0\n    initializationFailTimeout: -1"))
                .append("rules:\n- !READWRITE_SPLITTING\n  dataSourceGroups:\n");
        for (int i = 0; i < seen.sources(); i++) {
            text.append("    ds_%d:\n      writeDataSourceName: primary_%d\n      readDataSourceNames: [replica_%d]\n"
                            .formatted(i, i, i))
                    .append("      transactionalReadQueryStrategy: ")
                    .append(strategy)
                    .append('\n');
        }
        return text.append(yaml.substring(rules + "rules:\n".length())).toString();
    }
}
