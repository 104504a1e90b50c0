package org.shardingjdbc.cli.internal.convert;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts {@code mode}, of 5.x. One per document. */
final class Mode {
    private static final String IN_MEMORY = "jdbc:h2:mem:";
    private static final Map<String, String> JARS = Map.of(
            "zookeeper", "sharding-governance-zookeeper",
            "etcd", "sharding-governance-etcd",
            "jdbc", "sharding-governance-api");

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    Mode(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    void convert(ForeignItem mode) {
        ForeignItem repository = mode.get("repository");
        String type = repository == null ? null : repository.textOf("type");
        if (!"Cluster".equalsIgnoreCase(mode.textOf("type")) && keepsNothing(repository)) {
            verdicts.dropped(mode, "keeps nothing: the configuration is this document");
            return;
        }
        String jar = type == null ? null : JARS.get(type.toLowerCase(Locale.ROOT));
        if (jar == null) {
            verdicts.notYet(
                    mode,
                    "a repository of type " + type + " is not built in",
                    "take ZooKeeper, etcd or JDBC, or write a RepositoryProvider; see docs/governance.md");
            return;
        }
        ConvertedMap result = draft.document().map("mode");
        ForeignKeys keys = new ForeignKeys(mode, verdicts);
        keys.copy("type", result);
        overwrite(keys.item("overwrite"), result);
        ForeignKeys below = new ForeignKeys(Objects.requireNonNull(keys.item("repository")), verdicts);
        ConvertedMap there = new ConvertedMap();
        verdicts.taken(
                Objects.requireNonNull(below.item("type")),
                "needs the jar " + jar
                        + "; what is stored has no plain passwords: write placeholders, or mode.secretKey");
        there.put("type", type);
        below.copy("props", there);
        below.end();
        result.put("repository", there);
        keys.end();
    }

    private static boolean keepsNothing(@Nullable ForeignItem repository) {
        ForeignItem props = repository == null ? null : repository.get("props");
        String url = props == null ? null : props.textOf("jdbc_url");
        return url == null || url.toLowerCase(Locale.ROOT).startsWith(IN_MEMORY);
    }

    /** Whether the local document wins, until 5.2. */
    private void overwrite(@Nullable ForeignItem overwrite, ConvertedMap result) {
        if (overwrite != null) {
            String winner = "true".equalsIgnoreCase(overwrite.text()) ? "local-wins" : "remote-wins";
            verdicts.changed(overwrite, "is whenDifferent: " + winner);
            result.put("whenDifferent", winner);
        }
    }
}
