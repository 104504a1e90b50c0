package org.shardingjdbc.engine.internal.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.catalog.InstalledFunction;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.internal.catalog.TableObject;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * A catalog that reads the metadata of one actual table when a logic table is first asked for, and keeps what it read
 * until the table is invalidated; of tables without a rule misses too. No connection is held between calls, and no lock
 * while a database is asked: two threads may read the same table at once. Safe for all threads.
 */
public final class JdbcCatalog implements Catalog {
    private static final LogicView NO_VIEW = new LogicView("", 0, "");

    /** Of a table whose unique keys are not over whole columns and all rows. */
    private static final List<List<String>> UNKNOWN_KEYS = List.of(List.of());

    private static final TableSchema MISSING = new TableSchema("", List.of(), List.of());

    /** @param version when reading began */
    private record Installed(long version, Set<InstalledFunction> functions) {
        Installed {
            functions = Set.copyOf(functions);
        }
    }

    private final Placements rules;
    private final Dialect dialect;
    private final SchemaReader reader;
    private final ObjectReader objects;
    private final CatalogQuestions questions;
    private final Map<String, List<List<String>>> uniqueKeys = new ConcurrentHashMap<>();
    private final Map<String, FunctionNature> functions = new ConcurrentHashMap<>();
    /** Null until they are asked for; of this version alone. */
    private volatile @Nullable Installed installed;

    private final Map<String, TableSchema> schemas = new ConcurrentHashMap<>();
    private final Map<String, Integer> locations = new ConcurrentHashMap<>();
    private final OtherSchemas others;
    /** By table; empty where there is none. */
    private final Map<String, String> moveObstacles = new ConcurrentHashMap<>();

    private final Map<String, LogicView> views = new ConcurrentHashMap<>();

    /** What follows from settings of the default data source, which its administrator may change. */
    private final Map<String, Boolean> settings = new ConcurrentHashMap<>();

    private final AtomicLong version = new AtomicLong();
    private final ReadDatabaseNames databases;

    /** @param databaseName the name of the logic database, which may qualify table names */
    public JdbcCatalog(Placements rules, Dialect dialect, String databaseName, ConnectionSource connections) {
        this(
                rules,
                dialect,
                new SchemaReader(dialect),
                new ObjectReader(dialect),
                connections,
                new ReadDatabaseNames(dialect, databaseName, rules.dataSourceNames(), connections));
    }

    private JdbcCatalog(
            Placements rules,
            Dialect dialect,
            SchemaReader reader,
            ObjectReader objects,
            ConnectionSource connections,
            ReadDatabaseNames databases) {
        this.rules = rules;
        this.dialect = dialect;
        this.reader = reader;
        this.objects = objects;
        this.questions = new CatalogQuestions(rules, reader, objects, connections, this::own, this::locate);
        this.others = new OtherSchemas(questions);
        this.databases = databases;
    }

    /** A catalog of its own for sessions that were switched to another catalog or schema, where the connections are. */
    public JdbcCatalog elsewhere(ConnectionSource there) {
        return new JdbcCatalog(
                rules,
                dialect,
                reader,
                objects,
                there,
                new ReadDatabaseNames(databases.get(), rules.dataSourceNames(), there));
    }

    /** A catalog of its own that asks other connections, which are in the same databases. */
    public JdbcCatalog through(ConnectionSource others) {
        return new JdbcCatalog(rules, dialect, reader, objects, others, databases);
    }

    @Override
    public @Nullable TableSchema table(LogicTable table) {
        return table.place() != null ? others.table(table) : table(table.name());
    }

    @Override
    public @Nullable TableSchema readableTable(LogicTable table) {
        try {
            return table(table);
        } catch (ShardingException unreadable) {
            if (unreadable.code() != ErrorCode.CATALOG_UNREADABLE) {
                throw unreadable;
            }
            return null;
        }
    }

    /**
     * The columns of a table that the rules know by that name, or SQL without a schema; null when no data source that
     * should hold it has it.
     */
    public @Nullable TableSchema table(String logicTable) {
        String key = logicTable.toLowerCase(Locale.ROOT);
        TableSchema known = schemas.get(key);
        if (known == null) {
            long before = version.get();
            TableSchema read = questions.table(logicTable);
            known = read == null ? MISSING : read;
            // a sharded table that is not there yet may be created elsewhere at any time, and its rows need its types
            boolean keep = read != null || rules.table(logicTable) == null;
            if (keep) {
                known = kept(schemas, key, known, before);
            }
        }
        return known == MISSING ? null : known;
    }

    /**
     * Keeps what was read, unless something was forgotten since that began. Who reads the same at the same time may
     * have been told something else; then the first one's holds, since plans were made with it.
     *
     * @param before the version when reading began
     * @return what is kept, or what was read
     */
    private <T> T kept(Map<String, T> known, String key, T read, long before) {
        T kept = known.compute(key, (name, first) -> first == null && version.get() == before ? read : first);
        return kept == null ? read : kept;
    }

    @Override
    public boolean makesValueForNull() {
        return ofDefault("null", dialect.catalogs()::makesValueForNull);
    }

    @Override
    public boolean makesValueForZero() {
        return ofDefault("zero", dialect.catalogs()::makesValueForZero);
    }

    private boolean ofDefault(String key, CatalogQuestions.Question<Boolean> question) {
        Boolean known = settings.get(key);
        if (known == null) {
            long before = version.get();
            known = kept(settings, key, questions.ofDefault(question), before);
        }
        return known;
    }

    @Override
    public int locate(String table) {
        return located(table, true);
    }

    @Override
    public int find(String table) {
        return located(table, false);
    }

    /** @param strict whether several places are an error */
    private int located(String table, boolean strict) {
        String key = table.toLowerCase(Locale.ROOT);
        Integer known = locations.get(key);
        if (known == null) {
            long before = version.get();
            List<Integer> places = questions.places(table);
            if (places.size() > 1 && !strict) {
                return AMBIGUOUS;
            }
            known = kept(locations, key, questions.only(table, places), before);
        }
        return known;
    }

    @Override
    public int locate(SchemaTable table) {
        return others.locate(table, true);
    }

    @Override
    public int find(SchemaTable table) {
        return others.locate(table, false);
    }

    @Override
    public @Nullable LogicView view(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        LogicView known = views.get(key);
        if (known == null) {
            long before = version.get();
            LogicView read = questions.view(name);
            known = kept(views, key, read == null ? NO_VIEW : read, before);
        }
        return known == NO_VIEW ? null : known;
    }

    @Override
    public boolean isCurrent(List<LogicView> used) {
        for (LogicView view : used) {
            LogicView now = questions.view(view.dataSource(), view.name());
            if (now == null || !view.equals(now)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public @Nullable List<List<String>> uniqueKeys(String logicTable) {
        String key = logicTable.toLowerCase(Locale.ROOT);
        List<List<String>> known = uniqueKeys.get(key);
        if (known == null) {
            long before = version.get();
            List<List<String>> read = questions.uniqueKeys(logicTable);
            known = read == null ? UNKNOWN_KEYS : read;
            known = kept(uniqueKeys, key, known, before);
        }
        return known == UNKNOWN_KEYS ? null : known;
    }

    @Override
    public FunctionNature function(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        FunctionNature known = functions.get(key);
        if (known == null) {
            long before = version.get();
            known = kept(functions, key, questions.function(name), before);
        }
        return known;
    }

    @Override
    public Set<InstalledFunction> installedFunctions() {
        Installed known = installed;
        long before = version.get();
        if (known == null || known.version != before) {
            known = new Installed(before, questions.installedFunctions());
            installed = known;
        }
        return known.functions;
    }

    @Override
    public @Nullable String moveObstacle(String logicTable) {
        String key = logicTable.toLowerCase(Locale.ROOT);
        String known = moveObstacles.get(key);
        if (known == null) {
            long before = version.get();
            known = questions.moveObstacle(logicTable);
            known = kept(moveObstacles, key, known, before);
        }
        return known.isEmpty() ? null : known;
    }

    /** Asks no other data source where the table is in the schema of its own one. */
    @Override
    public @Nullable LogicTable own(@Nullable LogicTable ruled) {
        boolean here = ruled != null
                && ruled.place() != null
                && databases.isPlace(ruled.pinnedDataSource(), ruled.place().schema());
        return here && ruled != null ? ruled.unqualified() : Catalog.super.own(ruled);
    }

    @Override
    public DatabaseNames databases() {
        return databases.get();
    }

    @Override
    public Map<String, String> indexes(int dataSource) {
        return questions.indexes(dataSource);
    }

    @Override
    public List<TableObject> objects(int dataSource, String actualTable) {
        return questions.objects(dataSource, actualTable);
    }

    @Override
    public String server(int dataSource) {
        String said = questions.server(dataSource);
        return said == null ? Catalog.super.server(dataSource) : said;
    }

    @Override
    public List<ColumnSchema> describe(int dataSource, String actualSql) {
        return questions.describe(dataSource, actualSql);
    }

    /**
     * Reads tables again that somebody else may have redefined, and where they are. What differs from what was known is
     * known anew, unless another thread has forgotten it or read it meanwhile: what is read here may be older than
     * that.
     *
     * @param logicTables names as rules know them, or as SQL writes them for tables without a rule
     * @return whether anything differs
     */
    public boolean refresh(List<String> logicTables) {
        boolean differs = false;
        for (String table : logicTables) {
            String key = table.toLowerCase(Locale.ROOT);
            boolean moved = refreshLocations(key) | refreshView(table, key);
            TableSchema known = schemas.get(key);
            TableSchema read = questions.table(table);
            if (read != null && !read.equals(known) || read == null && known != null && known != MISSING) {
                moved = true;
                version.incrementAndGet();
                schemas.computeIfPresent(key, (name, now) -> now == known ? read : now);
            }
            differs |= moved | refreshOthers(table);
        }
        if (differs) {
            forgetWhatFollows();
        }
        return differs;
    }

    /** Forgets what is known besides columns and places, which may have been redefined with the tables. */
    private void forgetWhatFollows() {
        // a foreign key belongs to the table that refers
        moveObstacles.clear();
        uniqueKeys.clear();
        functions.clear();
        settings.clear();
    }

    /** Whether there is another view of that name than was known, or none any more. */
    private boolean refreshView(String name, String key) {
        LogicView known = views.get(key);
        LogicView read = known == null ? null : questions.view(name);
        if (known == null || (read == null ? NO_VIEW : read).equals(known)) {
            return false;
        }
        version.incrementAndGet();
        views.remove(key, known);
        return true;
    }

    private boolean refreshLocations(String key) {
        Integer known = locations.get(key);
        int found = known == null ? -1 : questions.search(key);
        if (known == null || found == known) {
            return false;
        }
        version.incrementAndGet();
        locations.replace(key, known, found);
        return true;
    }

    private boolean refreshOthers(String name) {
        boolean differs = others.refresh(name);
        if (differs) {
            version.incrementAndGet();
        }
        return differs;
    }

    /** Forgets a table, by its logic name, and where it was found. */
    public void invalidate(String logicTable) {
        version.incrementAndGet();
        String key = logicTable.toLowerCase(Locale.ROOT);
        schemas.remove(key);
        forgetWhatFollows();
        views.clear();
        locations.remove(key);
        others.forget(logicTable);
    }

    /** Forgets everything. */
    public void invalidateAll() {
        version.incrementAndGet();
        schemas.clear();
        forgetWhatFollows();
        views.clear();
        locations.clear();
        others.clear();
    }

    @Override
    public long version() {
        return version.get();
    }
}
