package org.shardingjdbc.testkit.oracle;

import java.util.EnumSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * Rules of the sharded side besides sharding, over generated schemas: a rule's part of the oracle. What they do must
 * not be seen in answers, or {@link #unseen} takes it out of them. Implementations keep no state; those that
 * {@code META-INF/services} of tests lists have a public constructor without parameters, and are found by {@link #all}.
 */
public interface FurtherRules {
    /** Sharding alone. */
    FurtherRules NONE = new FurtherRules() {};

    /** Those that are listed on the class path. */
    static List<FurtherRules> all() {
        return ServiceLoader.load(FurtherRules.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** What reports call them. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** The databases on which they are asked. */
    default Set<DatabaseKind> kinds() {
        return EnumSet.allOf(DatabaseKind.class);
    }

    /** The share of the reads that a plain database answers, which is answered with these rules at least. */
    default double answeredReads() {
        return 0.95;
    }

    /** The schema as statements and the plain database see it: such that the rules answer alike, if they can. */
    default GeneratedSchema seen(GeneratedSchema generated) {
        return generated;
    }

    /**
     * A table of {@link #seen} as its data nodes store it, by which the sharded side creates it; its rows do not count.
     */
    default GeneratedTable stored(GeneratedTable seen) {
        return seen;
    }

    /**
     * The configuration with these rules.
     *
     * @param yaml one with data sources {@code ds_0} and so on, and {@code rules} with sharding
     */
    default String yaml(String yaml, GeneratedSchema seen) {
        return yaml;
    }

    /**
     * The sharded side without what these rules show otherwise than a plain database; closes what it is given. Asked
     * when the data source is opened, and its tables are not there yet.
     */
    default DataSource unseen(DataSource sharded, GeneratedSchema seen) {
        return sharded;
    }

    /** Whether statements can be asked one after the other: they redefine nothing that these rules transform. */
    default boolean mayAsk(List<GeneratedStatement> statements, GeneratedSchema seen) {
        return true;
    }
}
