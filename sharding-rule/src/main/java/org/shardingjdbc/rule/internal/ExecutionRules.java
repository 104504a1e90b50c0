package org.shardingjdbc.rule.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * What a deployment, its sessions and its checks ask the rules without a plan: which database stands for a data source,
 * what guards it, on which side runs what no plan is made of, how values are read back. Immutable, safe for all
 * threads.
 */
public interface ExecutionRules {
    /** The rules, in the order in which they apply. */
    List<Rule> all();

    /**
     * Which database stands for a data source: what the rules choose one after the other.
     *
     * @return null where no rule has a say in it
     */
    @Nullable
    DataSourceChoice dataSourceChoice();

    /**
     * What guards a data source, made anew.
     *
     * @param name as it is configured
     * @return null where no rule does; of two the first
     */
    @Nullable
    DataSourceGuard dataSourceGuard(String name);

    /** The databases with copies of what a data source holds, indexes among {@link Placements#allDataSourceNames()}. */
    List<Integer> copies(int dataSource);

    /** The name of the client info by which connections may tell who reads; null where they must not. */
    @Nullable
    String readerClientInfo();

    /** The sides of what runs without a plan, and of which nothing is seen, such as a procedure. */
    Sides sidesOfUnseen();
}
