package org.shardingjdbc.testkit.oracle;

import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * Rules of the sharded side besides sharding, over generated schemas. What they do must not be seen in answers, or
 * {@link #unseen} takes it out of them. Implementations keep no state.
 */
public interface FurtherRules {
    /** Sharding alone. */
    FurtherRules NONE = new FurtherRules() {};

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

    /** The sharded side without what these rules show otherwise than a plain database; closes what it is given. */
    default DataSource unseen(DataSource sharded) {
        return sharded;
    }

    /** Whether statements can be asked one after the other: they redefine nothing that these rules transform. */
    default boolean mayAsk(List<GeneratedStatement> statements, GeneratedSchema seen) {
        return true;
    }
}
