package org.shardingjdbc.rule;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.convert.RuleConversion;
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

    /** What {@link #read} returns and applications build in Java. */
    Class<C> configurationType();

    /** Where it stands among the rules of a statement. */
    RuleOrder order();

    /**
     * Reads the rule's part of a document. Mistakes are told to the map's problems, and reading goes on to the next
     * one; names of other things are looked up by {@link #compile}.
     */
    C read(ConfigurationMap map);

    /**
     * Writes a configuration as {@link #read} reads it: what is read of the text equals the configuration.
     *
     * @return null where this provider only reads, so that a configuration with such a rule cannot be written
     */
    default @Nullable ConfigurationText write(C configuration) {
        return null;
    }

    /**
     * Compiles a configuration, once for each data source that is opened or reconfigured; touches nothing outside.
     *
     * @param setup what it is compiled with, and where its tables and mistakes go
     * @return of no use when there were mistakes
     */
    Rule compile(C configuration, RuleSetup setup);

    /**
     * The data sources of which only this rule's {@link DataSourceChoice} knows, such as replicas: no table is placed
     * there by other rules, and nothing runs there unless it is chosen.
     */
    default List<String> chosenDataSources(C configuration) {
        return List.of();
    }

    /**
     * Names that this rule gives data sources, such as that of a group its primary's. Where a data source that holds
     * tables has one, other rules and users call it so, and not by its configured name.
     *
     * @return by name, the data source that it stands for: by its configured name, or by one that a rule gives
     */
    default Map<String, String> dataSourceNames(C configuration) {
        return Map.of();
    }

    /** Its own statements; null where there are none. */
    @Incubating
    default @Nullable RuleStatements<C> statements() {
        return null;
    }

    /** Its part of the converter from ShardingSphere; null where nothing of ShardingSphere's becomes this rule. */
    @Incubating
    default @Nullable RuleConversion conversion() {
        return null;
    }

    /**
     * What a user does who wants shadows of this kind of rule, as its rules tell by {@link Rule#sideChoice}. It is told
     * to who asks for a shadow by a hint while no rule of the configuration has any.
     *
     * @return in the imperative, such as {@code configure !SHADOW}; null where this kind of rule has no shadows
     */
    default @Nullable String shadowAdvice() {
        return null;
    }

    /** Every key that is read, by the name of the map that it stands in, for documentation. */
    default Map<String, List<String>> keys() {
        return Map.of();
    }
}
