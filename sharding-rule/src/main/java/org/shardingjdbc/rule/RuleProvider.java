package org.shardingjdbc.rule;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.statement.RuleStatements;

/**
 * A kind of rule: how its configuration is read and compiled. Listed in {@code META-INF/services}, one for each tag.
 * Stateless, with a public constructor without parameters.
 *
 * @param <C> its configuration, an immutable record
 */
public interface RuleProvider<C extends RuleConfiguration> {
    /** The YAML tag without its exclamation mark, such as {@code SHARDING}. */
    String tag();

    /** The class of the record that {@link #read} returns and that applications may build in Java. */
    Class<C> configurationType();

    /** Where it stands among the rules of a statement. */
    RuleOrder order();

    /**
     * Reads the rule's part of a document. A mistake is added to the map's problems and does not end the reading, so
     * that a user sees all of them at once. Whether named data sources and tables exist is checked by {@link #compile}.
     *
     * @param map the keys below the tag, with their places in the document
     * @return never null; of no use when there were mistakes
     */
    C read(ConfigurationMap map);

    /**
     * Writes a configuration in the form that {@link #read} reads: reading the text gives an equal configuration.
     *
     * @return null where this provider cannot write; then no configuration that has such a rule can be written
     */
    default @Nullable ConfigurationText write(C configuration) {
        return null;
    }

    /**
     * Compiles a configuration. Called once whenever a data source is opened or reconfigured; must not connect to
     * anything or start anything.
     *
     * @param setup knows the data sources, and takes the tables that the rule places and the mistakes that it finds
     * @return never null; of no use when there were mistakes
     */
    Rule compile(C configuration, RuleSetup setup);

    /**
     * Whether {@link #compile} asks for tables that other rules place: then it is called after theirs, and may place
     * none that another such rule asks for.
     */
    @Incubating
    default boolean readsTables() {
        return false;
    }

    /**
     * The data sources that are used only where this rule's {@link org.shardingjdbc.rule.datasource.DataSourceChoice}
     * chooses them, such as replicas. No other rule may place tables there.
     *
     * @return configured names; empty where there are none
     */
    default List<String> chosenDataSources(C configuration) {
        return List.of();
    }

    /**
     * Names that this rule gives to data sources, as the name of a group stands for the group's primary. If a data
     * source that holds tables has such a name, other rules and users use that name instead of the configured one.
     *
     * @return for each given name, the data source that it stands for: its configured name, or a name that a rule gives
     */
    default Map<String, String> dataSourceNames(C configuration) {
        return Map.of();
    }

    /** The statements that this rule adds to SQL, such as SHOW; null where there are none. */
    @Incubating
    default @Nullable RuleStatements<C> statements() {
        return null;
    }

    /** This rule's part of the converter from ShardingSphere; null where no rule of ShardingSphere becomes this one. */
    @Incubating
    default @Nullable RuleConversion conversion() {
        return null;
    }

    /**
     * Tells users how to get shadow databases by this kind of rule. The advice is part of the error of a statement
     * whose hint asks for a shadow although no rule of the configuration has a {@link Rule#sideChoice}.
     *
     * @return in the imperative, such as {@code configure !SHADOW}; null where this kind of rule has no shadows
     */
    default @Nullable String shadowAdvice() {
        return null;
    }

    /**
     * All keys that {@link #read} understands, for documentation and for messages about misspelled keys.
     *
     * @return by the name of the map in which the keys stand
     */
    default Map<String, List<String>> keys() {
        return Map.of();
    }
}
