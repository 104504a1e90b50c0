package org.shardingjdbc.governance.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.governance.internal.StoredConfiguration.SharedHandover;
import org.shardingjdbc.jdbc.governance.Fence;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.Handover;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.Switches;
import org.shardingjdbc.jdbc.governance.WhenAway;
import org.shardingjdbc.jdbc.governance.WorkerLeases;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.shardingjdbc.rule.watch.WritersAgreement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data source's session with its registry. Safe for all threads.
 *
 * <p>One thread looks at the registry: when the repository says that something may have changed, and every
 * {@value #LOOK_MILLIS} ms or more often, so that a message which got lost, or a version that could not be taken, is
 * made good. It reads what counts and lets the data source go over to it; what it reads is always the newest, so that
 * messages may come late, twice or not at all. Changes do not go through that thread: they are written by their caller,
 * under the data source's lock, and the version decides who wins.
 *
 * <p>A look also says until when others count on this instance ({@link InstanceFence}): it takes the time before it
 * sends anything, lets what is announced live on, reads and takes what counts, and only then lets statements run for
 * three quarters of the time that the repository gives, from when the look began. So whoever asks who lives, and does
 * not find this instance, knows that it runs no statements; and a change that was written before the look is taken by
 * it. The version that is announced is one whose former statements are over.
 */
final class RegistrySession implements GovernanceSession {
    static final String CONFIGURATION = "configuration";
    private static final String SWITCHES = "switches";
    static final String INSTANCES = "instances";
    private static final String JOBS = "jobs";
    private static final long LOOK_MILLIS = 3_000;
    /** How many looks there are at least in the time for which others count on this instance. */
    private static final int LOOKS = 5;

    private static final long AWAIT_MILLIS = 20;
    private static final int CHANGE_TRIES = 20;
    /** For how long who switches something waits until this instance does so, too. */
    private static final long TAKE_MILLIS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(RegistrySession.class);

    private final Repository repository;
    private final ConfigurationValue configuration;
    private final LocalCopy copy;
    private final StartDocument start;
    private final FixedWorkerIds workerIds;
    private final ThisInstance self;
    private final WorkerLeases leases;
    private final NumberBlocks numbers;
    private final AgreedWriters writers;
    private final InstanceFence fence;
    private final Handovers handovers;
    private final boolean fenced;
    private final ScheduledExecutorService looking;
    private final AtomicBoolean asked = new AtomicBoolean();

    private volatile Switches switches = Switches.NONE;
    /** Null until it is told of changes. */
    private volatile @Nullable GovernedDataSource dataSource;
    /** What was written or read last to run on it. */
    private volatile GovernedDocument last;
    /** Of the looking thread, once it looks. */
    private long switchesVersion;

    private boolean away;
    /** Whether all instances were handing over when it looked last. */
    private boolean handedOver;

    private long lookMillis = LOOK_MILLIS;

    /**
     * @param whenAway what becomes of statements while the repository is away; null where there are no other instances
     *     that they might disagree with
     * @throws ShardingException when other instances must not read what this one starts with
     */
    RegistrySession(
            Repository repository,
            Seal seal,
            LocalCopy copy,
            StartDocument start,
            FixedWorkerIds workerIds,
            @Nullable WhenAway whenAway) {
        workerIds.check(start);
        this.workerIds = workerIds;
        this.repository = repository;
        this.configuration = new ConfigurationValue(repository, seal);
        this.copy = copy;
        this.start = start;
        this.last = start.document();
        this.self = new ThisInstance(start.document().version());
        this.leases = new StoredLeases(repository);
        this.numbers = new StoredSequences(repository);
        this.fenced = whenAway != null;
        this.fence =
                new InstanceFence(repository.name(), whenAway == null ? WhenAway.REFUSE : whenAway, this::lookSoon);
        this.writers = new AgreedWriters(repository, self.id(), this::lookSoon);
        this.handovers = new Handovers(repository, configuration, self.id(), new SessionOfHandovers());
        this.looking = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sharding-jdbc-governance");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Before a data source opens: of a registry that went away meanwhile it knows nothing then. */
    void readFirst() {
        try {
            writers.readFirst();
        } catch (ShardingException e) {
            LOG.warn("The registry does not say where groups of databases are written", e);
        }
    }

    @Override
    public GovernedDocument first() {
        return start.document();
    }

    @Override
    public long start(GovernedDataSource told) {
        GovernedDocument document = start.document();
        if (start.isNew()) {
            // Who was overtaken takes over what won, at the first look.
            document = new GovernedDocument(document.text(), writtenFirst(document));
        }
        copy.write(document);
        last = document;
        self.runsOn(document.version());
        dataSource = told;
        // before the first statement
        takeSwitchesFirst();
        announceAtOnce();
        repository.watch(this::lookSoon);
        lookAgain(0);
        return document.version();
    }

    private long writtenFirst(GovernedDocument document) {
        long expected = document.version();
        try {
            StoredConfiguration next = configuration.read(expected).with(document.text());
            return configuration.write(next) ? next.version() : expected;
        } catch (ShardingException e) {
            if (e.code() != ErrorCode.CHANGE_OVERTAKEN) {
                throw e;
            }
            return expected;
        }
    }

    private void lookAgain(long millis) {
        try {
            looking.schedule(
                    () -> {
                        look();
                        lookAgain(lookMillis);
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The session is closed", e);
        }
    }

    private void takeSwitchesFirst() {
        try {
            takeSwitches(repository.read(SWITCHES));
        } catch (ShardingException e) {
            LOG.warn("The registry does not say what is switched off", e);
        }
    }

    /** Who asks from now on sees this instance, and what it runs on. */
    private void announceAtOnce() {
        try {
            announce();
        } catch (ShardingException e) {
            LOG.debug("The registry does not answer; the next look that it answers announces this instance", e);
        }
    }

    private void lookSoon() {
        if (asked.compareAndSet(false, true)) {
            later(this::look);
        }
    }

    private void later(Runnable task) {
        try {
            looking.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The session is closed", e);
        }
    }

    /** One look at the registry; of the looking thread only. */
    private void look() {
        asked.set(false);
        if (looking.isShutdown()) {
            return;
        }
        try {
            long begin = System.nanoTime();
            announce();
            long lives = repository.renew();
            takeSwitches(repository.read(SWITCHES));
            // before it is read: what is older than that was set back
            long own = self.version();
            boolean taken = takeStored(repository.read(CONFIGURATION), own);
            announce();
            if (told().mayMove() && writers.look()) {
                told().agree();
            }
            answered(begin, lives, taken);
        } catch (ShardingException e) {
            writers.away();
            fence.unheard(e.getMessage());
            if (!away) {
                away = true;
                LOG.warn("The registry cannot be read; version {} is what is known", self.version(), e);
            }
        } catch (RuntimeException | Error e) {
            // The schedule goes on; an error that is thrown here would end it.
            fence.unheard(e.toString());
            LOG.error("A look at the registry failed", e);
        }
    }

    /** @param lives for how long others count on what was announced, from the beginning of the look */
    private void answered(long begin, long lives, boolean taken) {
        lookMillis = Math.min(LOOK_MILLIS, TimeUnit.NANOSECONDS.toMillis(lives) / LOOKS);
        if (taken || fence.isHeard()) {
            // a quarter for clocks that go at different speeds
            fence.heard(begin + lives / 4 * 3);
        } else if (handedOver) {
            fence.held("all instances are handing over to the next version");
        } else {
            fence.unheard(self.state().problem());
        }
        if (away) {
            away = false;
            LOG.info("The registry {} answers again", repository.name());
        }
    }

    /** Who is told of changes, once it is started. */
    private GovernedDataSource told() {
        return Objects.requireNonNull(dataSource, "not started");
    }

    private void takeSwitches(@Nullable StoredValue stored) {
        long version = stored == null ? 0 : stored.version();
        if (version != switchesVersion) {
            switches = stored == null ? Switches.NONE : StateTexts.switches(stored.value());
            told().switchedTo(switches);
            switchesVersion = version;
            LOG.info("Switched off by hand: {}", switches);
        }
    }

    /** @return whether the instance runs on what counts, or has said so before it could be taken for dead */
    private boolean takeStored(@Nullable StoredValue stored, long own) {
        @Nullable StoredConfiguration read;
        try {
            read = stored == null ? null : configuration.decoded(stored);
        } catch (ShardingException e) {
            if (stored == null || stored.version() <= self.version()) {
                throw e;
            }
            if (self.failed(stored.version(), String.valueOf(e.getMessage()))) {
                LOG.error("Version {} cannot be taken; version {} goes on", stored.version(), self.version(), e);
            }
            handedOver = false;
            return false;
        }
        return takeConfiguration(read, own);
    }

    private boolean takeConfiguration(@Nullable StoredConfiguration stored, long own) {
        long there = stored == null ? 0 : stored.version();
        if (there < own) {
            failed(
                    there,
                    "the registry was set back to version " + there + ", and this instance runs on version " + own
                            + ": no change reaches it until it is started anew");
        } else if (there == own && isAnother(stored)) {
            failed(
                    there,
                    "the registry was set back and changed since: its version " + there
                            + " is not the one that this instance runs on; start it anew");
        }
        SharedHandover handover = stored == null ? null : stored.underWay();
        handedOver = handover != null;
        if (stored != null && handover != null && there >= own) {
            return isOnTheWay(stored, handover);
        }
        if (stored == null || there <= self.version()) {
            return true;
        }
        if (handovers.isBusy()) {
            // its thread knows what is decided, or will in a moment
            handedOver = true;
            return false;
        }
        if (stored.isWithdrawn()
                && self.version() >= Objects.requireNonNull(stored.last()).from()) {
            renumber(stored);
            return true;
        }
        return take(new GovernedDocument(stored.text(), there));
    }

    /**
     * All instances hand over, and this one takes part in it.
     *
     * @return whether statements run by the configuration of before as long as newcomers do not wait
     */
    private boolean isOnTheWay(StoredConfiguration stored, SharedHandover handover) {
        boolean current = self.version() >= handover.from()
                || !handovers.isBusy() && take(new GovernedDocument(stored.text(), handover.from()));
        handovers.seen(stored, handover);
        return current && handover.phase() == StoredConfiguration.Phase.PREPARING;
    }

    private void renumber(StoredConfiguration withdrawn) {
        told().renumber(withdrawn.version());
        runsOnTaken(new GovernedDocument(withdrawn.text(), withdrawn.version()));
        LOG.info("A handover was withdrawn: {} is what was before", withdrawn);
    }

    private void runsOnTaken(GovernedDocument next) {
        copy.write(next);
        last = next;
        self.runsOn(next.version());
    }

    private boolean take(GovernedDocument next) {
        try {
            told().take(next);
            runsOnTaken(next);
            LOG.info("Running on version {} of the configuration", next.version());
            return true;
        } catch (RuntimeException | Error e) {
            // an error of a class that the application brings must be told, too, and tried again
            String problem = e instanceof ShardingException ? String.valueOf(e.getMessage()) : e.toString();
            if (self.failed(next.version(), problem)) {
                LOG.error("Version {} cannot be taken; version {} goes on", next.version(), self.version(), e);
            }
            return false;
        }
    }

    private void failed(long version, String problem) {
        if (self.failed(version, problem)) {
            LOG.error("{}", problem);
        }
    }

    /** Whether somebody else wrote the version that this instance runs on: not since the registry was set back. */
    private boolean isAnother(@Nullable StoredConfiguration stored) {
        GovernedDocument ours = last;
        return stored != null
                && stored.version() == ours.version()
                && !stored.text().equals(ours.text());
    }

    /** One at a time, so that what is older is not written last. */
    private synchronized void announce() {
        repository.announce(
                INSTANCES + "/" + self.id(),
                StateTexts.of(settled()) + "\n" + StateTexts.of(handovers.part().lines()));
    }

    /** What this instance says of itself: it runs on a version when what began before is over. */
    private InstanceState settled() {
        long version = self.version();
        return self.settled(fence.isSettled() ? version : 0);
    }

    @Override
    public long publish(String text, long expected) {
        String document = ConfigurationDocuments.stored(text);
        workerIds.refuse(document);
        try {
            StoredConfiguration next = configuration.read(expected).with(document);
            if (!configuration.write(next)) {
                throw ConfigurationValue.overtaken(expected);
            }
            last = new GovernedDocument(document, next.version());
        } catch (ShardingException e) {
            lookSoon();
            throw e;
        }
        copy.write(last);
        return last.version();
    }

    @Override
    public Handover handOver(String text, long expected, ReconfigureOptions options) {
        String document = ConfigurationDocuments.stored(text);
        workerIds.refuse(document);
        return handovers.change(document, expected, options);
    }

    @Override
    public @Nullable HandoverState handover() {
        return handovers.state();
    }

    @Override
    public void openHandover(HandoverState handover) {
        handovers.decide(handover, StoredConfiguration.Phase.OPENED);
    }

    @Override
    public void withdrawHandover(HandoverState handover) {
        handovers.decide(handover, StoredConfiguration.Phase.WITHDRAWN);
    }

    private final class SessionOfHandovers implements Handovers.Session {
        @Override
        public GovernedDataSource told() {
            return RegistrySession.this.told();
        }

        @Override
        public void announce() {
            RegistrySession.this.announce();
        }

        @Override
        public void counts(GovernedDocument document) {
            last = document;
            copy.write(document);
        }

        @Override
        public void renumber(StoredConfiguration withdrawn) {
            RegistrySession.this.renumber(withdrawn);
        }

        @Override
        public void lookSoon() {
            RegistrySession.this.lookSoon();
        }
    }

    @Override
    public void runsOn(long version) {
        self.runsOn(version);
        announceAtOnce();
        lookSoon();
    }

    @Override
    public List<InstanceState> await(long version, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            boolean over = System.nanoTime() - end >= 0;
            try {
                List<InstanceState> behind = new ArrayList<>(instances());
                behind.removeIf(state -> state.rulesVersion() >= version);
                if (over || behind.stream().allMatch(state -> state.failedVersion() >= version)) {
                    return behind;
                }
            } catch (ShardingException e) {
                if (over || e.code() != ErrorCode.REGISTRY_UNAVAILABLE) {
                    throw e;
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(AWAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for other instances");
            }
        }
    }

    @Override
    public @Nullable Fence fence() {
        return fenced ? fence : null;
    }

    @Override
    public WorkerLeases workerLeases() {
        return leases;
    }

    @Override
    public NumberBlocks numberBlocks() {
        return numbers;
    }

    @Override
    public WritersAgreement writers() {
        return writers;
    }

    @Override
    public String watcher() {
        return writers.watcher();
    }

    @Override
    public DifferenceWinner whenDifferent() {
        return start.whenDifferent();
    }

    @Override
    public String instanceId() {
        return self.id();
    }

    @Override
    public long version() {
        return self.version();
    }

    @Override
    public boolean isConnected() {
        return repository.isConnected();
    }

    @Override
    public List<InstanceState> instances() {
        TreeMap<String, InstanceState> states = new TreeMap<>();
        repository.announced(INSTANCES).forEach((id, text) -> states.put(id, StateTexts.instance(id, text)));
        states.put(self.id(), settled());
        return List.copyOf(states.values());
    }

    @Override
    public Switches switches() {
        return switches;
    }

    @Override
    public void disable(String name) {
        if (!told().dataSourceNames().contains(name)) {
            throw new ShardingException(
                    ErrorCode.ARGUMENT_OUT_OF_RANGE,
                    "governance().disable",
                    "'" + name + "', and the data sources are " + String.join(", ", told().dataSourceNames()));
        }
        change(before -> before.with(name, true));
    }

    @Override
    public void enable(String name) {
        change(before -> before.with(name, false));
    }

    @Override
    public void breakCircuit() {
        change(before -> new Switches(before.disabled(), true));
    }

    @Override
    public void closeCircuit() {
        change(before -> new Switches(before.disabled(), false));
    }

    /** Who switches something else at the same time must not undo it: tried again on what they wrote. */
    private void change(UnaryOperator<Switches> change) {
        long version = 0;
        for (int i = 0; i < CHANGE_TRIES; i++) {
            StoredValue stored = repository.read(SWITCHES);
            Switches next = change.apply(stored == null ? Switches.NONE : StateTexts.switches(stored.value()));
            version = stored == null ? 0 : stored.version();
            if (repository.write(SWITCHES, StateTexts.of(next), version) > 0) {
                takeSwitchesAtOnce();
                return;
            }
        }
        throw new ShardingException(ErrorCode.CHANGE_OVERTAKEN, "What is switched off", version);
    }

    @Override
    public Map<String, String> jobs() {
        Map<String, String> jobs = new TreeMap<>();
        repository.list(JOBS).forEach((job, stored) -> jobs.put(job, stored.value()));
        return jobs;
    }

    @Override
    public void changeJob(String job, UnaryOperator<@Nullable String> change) {
        String key = JOBS + "/" + job;
        long version = 0;
        for (int i = 0; i < CHANGE_TRIES; i++) {
            StoredValue stored = repository.read(key);
            String before = stored == null ? null : stored.value();
            String next = change.apply(before);
            version = stored == null ? 0 : stored.version();
            boolean done = next == null
                    ? stored == null || repository.delete(key, version)
                    : next.equals(before) || repository.write(key, next, version) > 0;
            if (done) {
                return;
            }
        }
        throw new ShardingException(ErrorCode.CHANGE_OVERTAKEN, "What job " + job + " keeps", version);
    }

    /** Who switched something sees it in this instance from now on, unless the registry takes long to answer. */
    private void takeSwitchesAtOnce() {
        try {
            looking.submit(() -> takeSwitches(repository.read(SWITCHES))).get(TAKE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("What was switched is not taken yet; the next look takes it", e);
        }
    }

    @Override
    public void close() {
        handovers.close();
        looking.shutdownNow();
        try {
            writers.close();
        } catch (ShardingException e) {
            LOG.debug("The registry does not answer; others wait until they see that this instance is gone", e);
        }
        repository.close();
    }
}
