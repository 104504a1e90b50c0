package org.shardingjdbc.jdbc.internal.yaml;

import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A YAML text as a tree of nodes, and the places of all that was read from it. No object is constructed from the nodes.
 * One per load.
 */
public final class YamlDocument {
    private static final int MAX_CODE_POINTS = 64 * 1024 * 1024;
    private static final int MAX_ALIASES = 1000;
    private static final int MAX_DEPTH = 50;

    private final String name;
    private final Placeholders placeholders;
    private final String text;
    private final PlaceholderValues values;
    private final Problems problems = new Problems();
    private final Map<ConfigPath, DocumentPlaces.Spot> spots = new HashMap<>();
    /** Null when the document is empty. */
    private final @Nullable Node root;

    private YamlDocument(String yaml, String name, PlaceholderValues values, @Nullable Node root) {
        this.name = name;
        this.text = yaml;
        this.values = values;
        this.placeholders = new Placeholders(values, problems);
        this.root = root;
    }

    /**
     * Parses a text.
     *
     * @param name what messages call it
     * @param values what its placeholders are filled with
     * @throws ShardingException when it is not YAML
     */
    public static YamlDocument parse(String yaml, String name, PlaceholderValues values) {
        try {
            Node root = new Yaml(new SafeConstructor(options())).compose(new StringReader(yaml));
            MergeKeys.replace(root);
            return new YamlDocument(yaml, name, values, root);
        } catch (MarkedYAMLException e) {
            if (e.getProblemMark() == null) {
                throw new ShardingException(ErrorCode.CONFIGURATION_UNREADABLE, name, e.getProblem());
            }
            YamlMistake mistake = YamlMistake.of(yaml, e);
            String place = name + ":" + (mistake.line() + 1) + ":" + (mistake.column() + 1);
            throw new ShardingException(ErrorCode.CONFIGURATION_UNREADABLE, place, mistake.what());
        } catch (StackOverflowError e) {
            // what a SnakeYAML without a limit does
            throw new ShardingException(ErrorCode.CONFIGURATION_UNREADABLE, name, "it nests too deeply");
        } catch (YAMLException e) {
            throw new ShardingException(ErrorCode.CONFIGURATION_UNREADABLE, name, firstLine(e.getMessage()));
        }
    }

    private static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(MAX_ALIASES);
        try {
            options.setNestingDepthLimit(MAX_DEPTH);
            options.setCodePointLimit(MAX_CODE_POINTS);
        } catch (NoSuchMethodError e) {
            // SnakeYAML before 1.31 and 1.32 has no limits that could be set.
            return options;
        }
        return options;
    }

    /** The whole document as a map; null after a mistake, when it is none. */
    public @Nullable YamlMap map() {
        if (root instanceof MappingNode mapping) {
            return new YamlMap(this, ConfigPath.ROOT, mapping);
        }
        problems.add(
                ConfigPath.ROOT,
                root == null
                        ? "the document is empty; expected is a map with the keys dataSources, rules and props"
                        : "expected is a map with the keys dataSources, rules and props, not " + YamlMap.kind(root)
                                + ofProperties());
        return null;
    }

    /** What is said of the properties of a Spring Boot starter. */
    private String ofProperties() {
        return text.lines().anyMatch(line -> line.startsWith("spring."))
                ? ": these are properties" + YamlMap.CONVERTED
                : "";
    }

    /** The mistakes that were found in it so far. */
    public Problems problems() {
        return problems;
    }

    Placeholders placeholders() {
        return placeholders;
    }

    /** Remembers where a key and its value stand (a map stands at its key); an element of a list has no key. */
    void remember(ConfigPath path, @Nullable Node key, Node value) {
        Mark ofValue = key != null && value instanceof MappingNode ? key.getStartMark() : value.getStartMark();
        spots.put(path, DocumentPlaces.Spot.of(key == null ? null : key.getStartMark(), ofValue));
    }

    /** Where all that was read so far stands. */
    public DocumentPlaces places() {
        return new DocumentPlaces(name, spots, values);
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "not YAML" : message.lines().findFirst().orElse("not YAML");
    }
}
