package org.shardingjdbc.rule.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of logic tables that are sharded alike.
 *
 * @param name what statements call the group; null for none
 * @param tables names of logic tables
 * @param dependences what their rows obey; often empty
 */
public record BindingTablesConfiguration(
        @Nullable String name, List<String> tables, List<DependenceConfiguration> dependences) {
    /** Copies the lists. */
    public BindingTablesConfiguration {
        tables = List.copyOf(tables);
        dependences = List.copyOf(dependences);
    }

    /** A group without a name. */
    public BindingTablesConfiguration(List<String> tables, List<DependenceConfiguration> dependences) {
        this(null, tables, dependences);
    }

    /** Tables of whose rows nothing is declared. */
    public static BindingTablesConfiguration of(String... tables) {
        return new BindingTablesConfiguration(List.of(tables), List.of());
    }

    /**
     * The same with a declaration: rows with the same value in one column have the same value in a sharding column, so
     * that a join on the one stays inside a data node.
     */
    public BindingTablesConfiguration withDependence(String column, String determined) {
        return withDependence(new DependenceConfiguration(List.of(column), List.of(determined)));
    }

    /** The same with one more dependence. */
    public BindingTablesConfiguration withDependence(DependenceConfiguration dependence) {
        List<DependenceConfiguration> all = new ArrayList<>(dependences);
        all.add(dependence);
        return new BindingTablesConfiguration(name, tables, all);
    }
}
