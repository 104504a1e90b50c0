package org.shardingjdbc.jdbc.internal.running;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DocumentSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.Fence;
import org.shardingjdbc.jdbc.governance.GovernanceProvider;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.governance.Switches;
import org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds;
import org.shardingjdbc.jdbc.internal.workerid.WorkerTable;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.internal.WatchRules;

/**
 * What ties a sharding data source to its registry, where it has one. One per sharding data source, used under its
 * lock; what switches data sources off and on, under a lock of its own.
 */
final class RegistryLink implements AutoCloseable {
    /** The jars of the registries that are servers of their own, by their types in lower case. */
    private static final Map<String, String> JARS =
            Map.of("zookeeper", "sharding-governance-zookeeper", "etcd", "sharding-governance-etcd");

    /** Null where there is no registry. */
    private final @Nullable GovernanceSession session;

    private final ShardingConfiguration first;
    /** The text and version that it runs on; null where there is no registry. */
    private @Nullable GovernedDocument running;

    private Switches switches = Switches.NONE;

    private RegistryLink(
            @Nullable GovernanceSession session, ShardingConfiguration first, @Nullable GovernedDocument running) {
        this.session = session;
        this.first = first;
        this.running = running;
    }

    /**
     * Connects to the registry, where the configuration names one.
     *
     * @throws ShardingException when it cannot; nothing is open then
     */
    static RegistryLink of(ShardingConfiguration configuration) {
        ModeConfiguration mode = configuration.mode();
        if (mode == null) {
            return new RegistryLink(null, configuration, null);
        }
        DocumentSource source = configuration.source();
        if (source == null) {
            throw new ShardingException(ErrorCode.CONFIGURATION_WITHOUT_DOCUMENT);
        }
        GovernanceSession session = provider(mode).open(mode, source.text());
        boolean done = false;
        try {
            GovernedDocument document = session.first();
            ShardingConfiguration counts = YamlConfigurations.parse(document.text(), called(document), source);
            done = true;
            return new RegistryLink(session, counts, document);
        } finally {
            if (!done) {
                session.close();
            }
        }
    }

    private static GovernanceProvider provider(ModeConfiguration mode) {
        List<GovernanceProvider> all = Extensions.services(GovernanceProvider.class);
        TypeRegistry<GovernanceProvider> knowing = new TypeRegistry<>("repository type");
        all.stream()
                .filter(each -> each.knows(mode.repository()))
                .forEach(each -> knowing.add(mode.repository(), each, each));
        GovernanceProvider found = knowing.of(mode.repository());
        if (found != null) {
            return found;
        }
        String jar = JARS.get(mode.repository().toLowerCase(Locale.ROOT));
        if (jar == null && !all.isEmpty()) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "repository type '" + mode.repository() + "' is unknown; known are JDBC, ZooKeeper and etcd");
        }
        throw new ShardingException(
                ErrorCode.GOVERNANCE_JAR_MISSING,
                mode.type(),
                mode.repository(),
                jar == null ? "sharding-governance-api" : jar);
    }

    private static String called(GovernedDocument document) {
        return "version " + document.version() + " of the registry";
    }

    /** What the data source starts with. */
    ShardingConfiguration first() {
        return first;
    }

    /** Leases worker ids: in the registry, or where there is none in a table of that data source. */
    LeasedWorkerIds workerIds(Supplier<ShardPool> home) {
        return new LeasedWorkerIds(
                session == null ? new WorkerTable(() -> home.get().openAside()) : session.workerLeases());
    }

    /** Takes a block of a sequence that the registry keeps. */
    long takeNumbers(NumberBlocks.Sequence sequence, boolean mayBegin) {
        return session("sequence '" + sequence.name() + "' of a key generator with registry: true")
                .numberBlocks()
                .take(sequence, mayBegin);
    }

    /** The data source runs: it is told from now on. */
    void start(GovernedDataSource told) {
        if (session != null) {
            running = new GovernedDocument(running().text(), session.start(told));
        }
    }

    /**
     * The registry.
     *
     * @param what needs it
     * @throws ShardingException when there is none
     */
    GovernanceSession session(String what) {
        if (session == null) {
            throw new ShardingException(ErrorCode.NOT_GOVERNED, what);
        }
        return session;
    }

    /** What statements pass; null without a registry. */
    @Nullable
    Fence fence() {
        return session == null ? null : session.fence();
    }

    /** The text and version that the data source runs on; to be asked only where there is a registry. */
    GovernedDocument running() {
        return Objects.requireNonNull(running, "there is no registry");
    }

    /** Reads a document as the first one was read. */
    ShardingConfiguration read(GovernedDocument document) {
        return read(document.text(), called(document));
    }

    /** Reads what has no version yet as the first one was read. */
    ShardingConfiguration readNext(String text) {
        return read(text, "the next version of the registry");
    }

    private ShardingConfiguration read(String text, String called) {
        return YamlConfigurations.parse(text, called, like(text));
    }

    /** The document of a configuration: its own, or one that is written, with the placeholders of what runs now. */
    String text(ShardingConfiguration configuration) {
        DocumentSource source = configuration.source();
        return source == null
                ? YamlConfigurations.write(configuration, like(running().text()))
                : source.text();
    }

    private DocumentSource like(String text) {
        return Objects.requireNonNull(first.source(), "there is no registry").with(text);
    }

    /**
     * Writes a change that is checked and about to count.
     *
     * @throws ShardingException when it cannot; then it must not count
     */
    void publish(ShardingConfiguration next) {
        if (session == null) {
            return;
        }
        String text = text(next);
        long version = session.publish(text, running().version());
        running = new GovernedDocument(text, version);
    }

    /** That counts from now on. */
    void takes(GovernedDocument document) {
        running = document;
    }

    /** All statements that come run on what counts. */
    void announce() {
        if (session != null && running().version() != session.version()) {
            session.runsOn(running().version());
        }
    }

    /** Lets rules agree with those of other instances. */
    void agree(WatchRules rules) {
        if (session != null) {
            rules.agree(session.writers());
        }
    }

    /** Switches pools off and on, under the rules that run. */
    void switchTo(Switches next, List<ShardPool> pools, WatchRules rules) {
        switches = next;
        switchAll(pools, rules);
    }

    /** Switches those that are new, too. */
    void switchAll(List<ShardPool> pools, WatchRules rules) {
        agree(rules);
        rules.switchedOff(switches.disabled());
        for (ShardPool pool : pools) {
            if (switches.circuitBroken()) {
                pool.switchedOff(ErrorCode.CIRCUIT_BROKEN);
            } else if (switches.disabled().contains(pool.name())) {
                pool.switchedOff(ErrorCode.DATA_SOURCE_DISABLED);
            } else {
                pool.switchedOff(null);
            }
        }
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }
}
