package org.shardingjdbc.rule.hint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The hints of one scope or comment upon those around it. What it says for a table replaces what is said outside for
 * that table; what it does not say is taken from outside. Immutable.
 *
 * @param databaseValues by lower-case logic table; under the empty name those for all tables
 * @param tableValues likewise
 * @param ownDataSourceName null where it does not say
 * @param disabledAuditors names
 * @param skipsRewrite whether it says so
 * @param ownReader null where it does not say
 * @param wishes what it says besides
 * @param outer the hints around it
 */
record HintLayer(
        Map<String, List<Comparable<?>>> databaseValues,
        Map<String, List<Comparable<?>>> tableValues,
        String ownDataSourceName,
        Set<String> disabledAuditors,
        boolean skipsRewrite,
        String ownReader,
        Wishes wishes,
        HintValues outer)
        implements HintValues {
    static final String ALL_TABLES = "";

    /**
     * What does not tell by itself where a statement goes.
     *
     * @param readsPrimary whether it says that reads go where writes go
     * @param readsReplica whether it says that reads may be older than what their session wrote
     * @param seen what reads must see; null where it does not say
     * @param side {@link Side#ANY} where it does not say
     * @param disabledLimits names
     * @param partialAnswers whether answers may lack what cannot be reached
     * @param transactionType of connections that are got; null where it does not say
     * @param key of the connection; null where it does not say
     */
    record Wishes(
            boolean readsPrimary,
            boolean readsReplica,
            WritesToken seen,
            Side side,
            Set<String> disabledLimits,
            boolean partialAnswers,
            String transactionType,
            KeyHint key) {
        static final Wishes NONE = new Wishes(false, false, null, Side.ANY, Set.of(), false, null, null);

        Wishes {
            disabledLimits = Set.copyOf(disabledLimits);
        }

        Wishes reading(boolean primary, boolean replica) {
            return new Wishes(primary, replica, seen, side, disabledLimits, partialAnswers, transactionType, key);
        }

        Wishes seeing(WritesToken token) {
            return new Wishes(
                    readsPrimary, readsReplica, token, side, disabledLimits, partialAnswers, transactionType, key);
        }

        Wishes on(Side there) {
            return new Wishes(
                    readsPrimary, readsReplica, seen, there, disabledLimits, partialAnswers, transactionType, key);
        }

        Wishes without(Set<String> limits) {
            return new Wishes(readsPrimary, readsReplica, seen, side, limits, partialAnswers, transactionType, key);
        }

        Wishes accepting(boolean parts) {
            return new Wishes(readsPrimary, readsReplica, seen, side, disabledLimits, parts, transactionType, key);
        }

        Wishes of(KeyHint other) {
            return new Wishes(
                    readsPrimary, readsReplica, seen, side, disabledLimits, partialAnswers, transactionType, other);
        }

        Wishes beginning(String type) {
            return new Wishes(readsPrimary, readsReplica, seen, side, disabledLimits, partialAnswers, type, key);
        }
    }

    HintLayer {
        databaseValues = copy(databaseValues);
        tableValues = copy(tableValues);
        disabledAuditors = Set.copyOf(disabledAuditors);
    }

    /** One that says nothing. */
    static HintLayer on(HintValues outer) {
        return new HintLayer(Map.of(), Map.of(), null, Set.of(), false, null, Wishes.NONE, outer);
    }

    HintLayer plusDatabaseValue(String logicTable, Comparable<?> value) {
        return new HintLayer(
                plus(databaseValues, logicTable, value),
                tableValues,
                ownDataSourceName,
                disabledAuditors,
                skipsRewrite,
                ownReader,
                wishes,
                outer);
    }

    HintLayer plusTableValue(String logicTable, Comparable<?> value) {
        return new HintLayer(
                databaseValues,
                plus(tableValues, logicTable, value),
                ownDataSourceName,
                disabledAuditors,
                skipsRewrite,
                ownReader,
                wishes,
                outer);
    }

    HintLayer withDatabaseValue(Comparable<?> value) {
        return new HintLayer(
                Map.of(ALL_TABLES, List.of(value)),
                tableValues,
                ownDataSourceName,
                disabledAuditors,
                skipsRewrite,
                ownReader,
                wishes,
                outer);
    }

    HintLayer withDataSource(String name) {
        return new HintLayer(
                databaseValues, tableValues, name, disabledAuditors, skipsRewrite, ownReader, wishes, outer);
    }

    HintLayer withoutAuditors(Set<String> names) {
        Set<String> all = new java.util.HashSet<>(disabledAuditors);
        all.addAll(names);
        return new HintLayer(
                databaseValues, tableValues, ownDataSourceName, all, skipsRewrite, ownReader, wishes, outer);
    }

    HintLayer withoutRewrite(boolean skip) {
        return new HintLayer(
                databaseValues, tableValues, ownDataSourceName, disabledAuditors, skip, ownReader, wishes, outer);
    }

    HintLayer withReader(String name) {
        return new HintLayer(
                databaseValues, tableValues, ownDataSourceName, disabledAuditors, skipsRewrite, name, wishes, outer);
    }

    HintLayer toPrimary(boolean primary) {
        return wishing(wishes.reading(primary, wishes.readsReplica));
    }

    HintLayer toReplica(boolean allowed) {
        return wishing(wishes.reading(wishes.readsPrimary, allowed));
    }

    HintLayer seeing(WritesToken token) {
        return wishing(wishes.seeing(wishes.seen == null ? token : wishes.seen.and(token)));
    }

    HintLayer on(Side side) {
        return wishing(wishes.on(side));
    }

    HintLayer withoutLimits(Set<String> names) {
        Set<String> all = new java.util.HashSet<>(wishes.disabledLimits);
        all.addAll(names);
        return wishing(wishes.without(all));
    }

    HintLayer acceptingParts(boolean accept) {
        return wishing(wishes.accepting(accept));
    }

    HintLayer beginning(String transactionType) {
        return wishing(wishes.beginning(transactionType));
    }

    @Override
    public HintLayer of(KeyHint key) {
        return wishing(wishes.of(key));
    }

    private HintLayer wishing(Wishes other) {
        return new HintLayer(
                databaseValues,
                tableValues,
                ownDataSourceName,
                disabledAuditors,
                skipsRewrite,
                ownReader,
                other,
                outer);
    }

    /** The same upon other hints. */
    HintLayer over(HintValues around) {
        return new HintLayer(
                databaseValues,
                tableValues,
                ownDataSourceName,
                disabledAuditors,
                skipsRewrite,
                ownReader,
                wishes,
                around);
    }

    @Override
    public List<Comparable<?>> databaseValues(String logicTable) {
        List<Comparable<?>> own = find(databaseValues, logicTable);
        List<Comparable<?>> values = own == null ? outer.databaseValues(logicTable) : own;
        return values.isEmpty() && wishes.key != null ? comparable(wishes.key.forDatabase()) : values;
    }

    @Override
    public List<Comparable<?>> tableValues(String logicTable) {
        List<Comparable<?>> own = find(tableValues, logicTable);
        List<Comparable<?>> values = own == null ? outer.tableValues(logicTable) : own;
        return values.isEmpty() && wishes.key != null ? comparable(wishes.key.key()) : values;
    }

    private static List<Comparable<?>> comparable(List<Object> key) {
        List<Comparable<?>> values = new ArrayList<>();
        for (Object each : key == null ? List.of() : key) {
            if (each instanceof Comparable<?> value) {
                values.add(value);
            }
        }
        return values;
    }

    @Override
    public KeyHint key() {
        return wishes.key == null ? outer.key() : wishes.key;
    }

    @Override
    public String dataSourceName() {
        return ownDataSourceName == null ? outer.dataSourceName() : ownDataSourceName;
    }

    @Override
    public boolean auditDisabled(String auditorName) {
        return disabledAuditors.contains(auditorName) || outer.auditDisabled(auditorName);
    }

    @Override
    public boolean skipRewrite() {
        return skipsRewrite || outer.skipRewrite();
    }

    @Override
    public String reader() {
        return ownReader == null ? outer.reader() : ownReader;
    }

    @Override
    public boolean primaryOnly() {
        return wishes.readsPrimary() || outer.primaryOnly();
    }

    @Override
    public boolean replicaAllowed() {
        return wishes.readsReplica() || outer.replicaAllowed();
    }

    @Override
    public WritesToken seenWrites() {
        WritesToken around = outer.seenWrites();
        if (wishes.seen == null || around == null) {
            return wishes.seen == null ? around : wishes.seen;
        }
        return wishes.seen.and(around);
    }

    @Override
    public Side side() {
        return wishes.side == Side.ANY ? outer.side() : wishes.side;
    }

    @Override
    public boolean limitDisabled(String limitName) {
        return wishes.disabledLimits.contains(limitName) || outer.limitDisabled(limitName);
    }

    @Override
    public boolean partialAnswers() {
        return wishes.partialAnswers || outer.partialAnswers();
    }

    @Override
    public String transactionType() {
        return wishes.transactionType == null ? outer.transactionType() : wishes.transactionType;
    }

    @Override
    public boolean steers() {
        return !databaseValues.isEmpty()
                || !tableValues.isEmpty()
                || ownDataSourceName != null
                || !disabledAuditors.isEmpty()
                || skipsRewrite
                || ownReader != null
                || outer.steers();
    }

    private static List<Comparable<?>> find(Map<String, List<Comparable<?>>> values, String logicTable) {
        if (values.isEmpty()) {
            return null;
        }
        List<Comparable<?>> own = values.get(logicTable.toLowerCase(Locale.ROOT));
        return own == null ? values.get(ALL_TABLES) : own;
    }

    private static Map<String, List<Comparable<?>>> plus(
            Map<String, List<Comparable<?>>> values, String logicTable, Comparable<?> value) {
        Map<String, List<Comparable<?>>> more = new LinkedHashMap<>(values);
        List<Comparable<?>> list = new ArrayList<>(more.getOrDefault(logicTable.toLowerCase(Locale.ROOT), List.of()));
        list.add(value);
        more.put(logicTable.toLowerCase(Locale.ROOT), Collections.unmodifiableList(list));
        return more;
    }

    private static Map<String, List<Comparable<?>>> copy(Map<String, List<Comparable<?>>> values) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
