package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.Layouts;

/** Where jobs keep what they are, and all that are kept there. Stateless. */
public final class JobCatalog {
    private static final String TABLES = "tables";
    private static final String BEFORE = "before";
    private static final String NEXT = "next";
    private static final String BEGUN = "begun";
    /** Of the job itself. */
    private static final String PHASE = "phase";
    /** Of its lease. */
    private static final String DRIVER = "driver";

    /** When its driver was last there. */
    private static final String SEEN = "seen";
    /** Why its logs were dropped while nobody drove it. */
    private static final String ABANDONED = "abandoned";

    private static final String NODES = "nodes ";
    private static final String PARTLY = "partly";

    private JobCatalog() {}

    /**
     * What a job is, for whoever goes on with it.
     *
     * @param nodes the data nodes of the layout of before, by their logic tables
     * @param isWhole whether nothing else than these tables changes between the two configurations
     */
    public record JobDefinition(
            LayoutRules before, LayoutRules next, Map<String, List<String>> nodes, boolean isWhole) {
        /** Copies the map. */
        public JobDefinition {
            nodes = Map.copyOf(nodes);
        }
    }

    /** Where a job keeps itself: in the registry, where there is one. */
    public static JobStore store(JobHome home, Layouts layouts, String job) {
        if (home.isGoverned()) {
            return new RegistryJobStore(home, job);
        }
        String first = layouts.home();
        return new TableJobStore(
                layouts.databases().kind(), () -> layouts.databases().open(first), job);
    }

    /** The same of a job of which only the items are known. */
    static JobStore store(JobHome home, Databases databases, String job, Map<String, String> items) {
        return home.isGoverned()
                ? new RegistryJobStore(home, job)
                : new TableJobStore(databases.kind(), () -> databases.open(home(items)), job);
    }

    /** The data source in which a job has its lock. */
    static String home(Map<String, String> items) {
        String first =
                names(items.getOrDefault(NODES + tables(items).get(0), "")).get(0);
        return first.substring(0, first.indexOf('.'));
    }

    /** Its driver is there. */
    static void see(JobStore store) throws SQLException {
        store.write(SEEN, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** When its driver was last there, by its items; null for one that says nothing of it. */
    static @Nullable Instant seen(Map<String, String> items) {
        String seen = items.get(SEEN);
        return seen == null ? begun(items).orElse(null) : Instant.parse(seen);
    }

    /** Its logs are about to be dropped. Its phase stays: a switch may have been broken off. */
    static void abandon(JobStore store, String why) throws SQLException {
        store.write(ABANDONED, why);
    }

    /** Why its logs were dropped; empty where they were not. */
    public static String abandoned(Map<String, String> items) {
        return items.getOrDefault(ABANDONED, "");
    }

    /** It has copied nothing, and goes on from there when its phase says so, too. */
    static void forgetCopies(JobStore store) throws SQLException {
        for (String item : store.read().keySet()) {
            if (item.startsWith(CopyCounts.COPIED)) {
                store.write(item, CopyCounts.NOTHING);
            }
        }
    }

    /** It has logs again. */
    static void resume(JobStore store) throws SQLException {
        store.write(ABANDONED, "");
    }

    /** The items of all jobs that have begun, by their names. */
    public static Map<String, Map<String, String>> all(JobHome home) throws SQLException {
        Map<String, Map<String, String>> all = found(home);
        // what is kept for tables of a day, month or year is none
        all.values().removeIf(items -> !items.containsKey(TABLES));
        return all;
    }

    private static Map<String, Map<String, String>> found(JobHome home) throws SQLException {
        if (home.isGoverned()) {
            return RegistryJobStore.all(home);
        }
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        try {
            Databases databases = new Databases(home.configuration().dataSources());
            for (String source : home.configuration().dataSources().keySet()) {
                TableJobStore.all(() -> databases.open(source)).forEach(all::putIfAbsent);
            }
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
        return all;
    }

    /** @throws SQLException where there is no such job, or it kept nothing yet */
    public static JobDefinition find(JobHome home, String job) throws SQLException {
        Map<String, String> items = items(home, job);
        List<String> names = tables(items);
        if (names.isEmpty()) {
            throw SqlErrors.of(ErrorCode.SCALING_UNKNOWN, job);
        }
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        for (String name : names) {
            nodes.put(name, names(items.getOrDefault(NODES + name, "")));
        }
        try {
            return new JobDefinition(
                    LayoutRules.read(names, items.getOrDefault(BEFORE, "")),
                    LayoutRules.read(names, items.getOrDefault(NEXT, "")),
                    nodes,
                    !items.containsKey(PARTLY));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * All that a job keeps.
     *
     * @throws SQLException where there is no such job
     */
    public static Map<String, String> items(JobHome home, String job) throws SQLException {
        Map<String, String> items = all(home).get(job);
        if (items == null) {
            throw SqlErrors.of(ErrorCode.SCALING_UNKNOWN, job);
        }
        return items;
    }

    /** Keeps it. */
    public static void keep(JobStore store, JobDefinition kept) throws SQLException {
        Map<String, String> items = new LinkedHashMap<>();
        items.put(BEGUN, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        items.put(BEFORE, kept.before().text());
        items.put(NEXT, kept.next().text());
        kept.nodes().forEach((table, nodes) -> items.put(NODES + table, String.join("\n", nodes)));
        if (!kept.isWhole()) {
            items.put(PARTLY, "other parts of the configuration change, too");
        }
        items.put(TABLES, String.join("\n", kept.before().tables()));
        store.begin(items);
    }

    private static List<String> names(String text) {
        return text.lines().toList();
    }

    /** The logic tables of a job, by its items. */
    public static List<String> tables(Map<String, String> items) {
        return names(items.getOrDefault(TABLES, ""));
    }

    /** How far a job is, by its items. */
    public static String phase(Map<String, String> items) {
        return items.getOrDefault(PHASE, "PLANNED");
    }

    /** Who drives a job, by its items. */
    public static Optional<String> driver(Map<String, String> items) {
        return Optional.ofNullable(items.get(DRIVER)).filter(each -> !each.isEmpty());
    }

    /** When a job was begun, by its items. */
    public static Optional<Instant> begun(Map<String, String> items) {
        return Optional.ofNullable(items.get(BEGUN)).map(Instant::parse);
    }
}
