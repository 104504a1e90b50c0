package org.shardingjdbc.jdbc.internal.document;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;
import org.shardingjdbc.jdbc.governance.WhenAway;
import org.shardingjdbc.jdbc.internal.yaml.YamlMap;
import org.shardingjdbc.rule.problem.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@code mode}. One per load. */
public final class ModeReader {
    private static final Logger LOG = LoggerFactory.getLogger(ModeReader.class);
    private static final String IN_MEMORY = "jdbc:h2:mem:";

    private final Problems problems;

    /** @param problems take its mistakes */
    public ModeReader(Problems problems) {
        this.problems = problems;
    }

    /** @return null where the configuration is the document and nothing else */
    public @Nullable ModeConfiguration read(@Nullable YamlMap mode) {
        if (mode == null) {
            return null;
        }
        mode.only(ConfigKeys.MODE);
        String type = mode.text("type");
        boolean cluster = "Cluster".equalsIgnoreCase(type);
        if (type != null && !cluster && !type.equalsIgnoreCase("Standalone")) {
            problems.unknown(mode.path().key("type"), "mode", type, List.of("Standalone", "Cluster"));
            return null;
        }
        YamlMap repository = mode.map("repository");
        if (repository == null) {
            if (cluster) {
                problems.missing(mode.path(), "repository", "");
            } else {
                LOG.info("mode Standalone needs no configuration; the key mode can be left out");
            }
            return null;
        }
        return read(mode, repository.only(ConfigKeys.REPOSITORY), cluster);
    }

    private @Nullable ModeConfiguration read(YamlMap mode, YamlMap repository, boolean cluster) {
        YamlMap map = repository.map("props");
        Map<String, String> props = map == null ? Map.of() : map.texts();
        String type = repository.requiredText("type");
        String url = props.get("jdbc_url");
        if (!cluster && (url == null || url.toLowerCase(Locale.ROOT).startsWith(IN_MEMORY))) {
            LOG.info("mode.repository is in memory and needs no registry: the configuration is this document");
            return null;
        }
        String winner = mode.text("whenDifferent");
        DifferenceWinner decides = winner == null ? DifferenceWinner.REMOTE_WINS : DifferenceWinner.of(winner);
        if (winner != null && decides == null) {
            List<String> known = Arrays.stream(DifferenceWinner.values())
                    .map(DifferenceWinner::key)
                    .toList();
            problems.unknown(mode.path().key("whenDifferent"), "winner", winner, known);
        }
        // What is missing or unknown is told: nobody uses what this returns then.
        return new ModeConfiguration(
                cluster,
                type == null ? "" : type,
                props,
                decides == null ? DifferenceWinner.REMOTE_WINS : decides,
                mode.text("secretKey"),
                mode.text("localCopy"),
                whenAway(mode));
    }

    private WhenAway whenAway(YamlMap mode) {
        String text = mode.text("whenAway");
        WhenAway known = text == null ? WhenAway.REFUSE : WhenAway.of(text);
        if (text != null && known == null) {
            List<String> keys =
                    Arrays.stream(WhenAway.values()).map(WhenAway::key).toList();
            problems.unknown(mode.path().key("whenAway"), "answer", text, keys);
        }
        return known == null ? WhenAway.REFUSE : known;
    }
}
