package org.shardingjdbc.rule.placement;

/**
 * A table that is on exactly one data source, under its own name, as single tables are.
 *
 * @param name also its actual name; of a table that a statement names in another schema than that of the logic database
 *     the {@link SchemaTable#key()}, so that it is the name of no other table
 * @param dataSource index of its data source
 * @param place its schema and its name in it; null where unqualified names are looked up
 */
public record PinnedTable(String name, int dataSource, SchemaTable place) implements LogicTable {
    /** A table that its name alone leads to. */
    public PinnedTable(String name, int dataSource) {
        this(name, dataSource, null);
    }

    /** A table of another schema than that of the logic database. */
    public static PinnedTable elsewhere(SchemaTable place, int dataSource) {
        return new PinnedTable(place.key(), dataSource, place);
    }
}
