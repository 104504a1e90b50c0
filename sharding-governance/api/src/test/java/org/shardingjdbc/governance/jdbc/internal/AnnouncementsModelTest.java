package org.shardingjdbc.governance.jdbc.internal;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.ExceptionResult;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.jetbrains.kotlinx.lincheck.verifier.Verifier;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * One process announces itself, lives on, stands still and closes; another one looks who lives, stands still too, and
 * takes away who is dead, as a third one does: in each order of their steps that the model checker tries. Whom one does
 * not find runs no statements, by what it said last, at some moment of the look at least; and who has closed is not
 * announced.
 */
public class AnnouncementsModelTest {
    private static final String KEY = "instances/one";
    private static final long TIME_TO_LIVE = 10;
    /** Two of them are more than the time to live, one is not. */
    private static final long WHILE = 6;

    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 100);
    /** Held, so that the checker has its class ready before it runs anything. */
    private static final ErrorCode AWAY = ErrorCode.REGISTRY_UNAVAILABLE;

    private final AtomicLong nanos = new AtomicLong(1);
    private final MemoryBeats table = new MemoryBeats();
    private final Announcements one = new Announcements(table, TIME_TO_LIVE, nanos::get);
    private final Announcements other = new Announcements(table, TIME_TO_LIVE, nanos::get);
    private final Announcements third = new Announcements(table, TIME_TO_LIVE, nanos::get);

    /** What its fence knows: until when others count on it, how often it was late, and whether it is closed. */
    private long heardUntil;

    private int late;
    private boolean closed;

    private synchronized int late() {
        return late;
    }

    private synchronized boolean isHeard() {
        return !closed && nanos.get() < heardUntil;
    }

    /** What was under way when others may have stopped to count on it is revoked. */
    private synchronized void heard(long until) {
        late += isHeard() ? 0 : 1;
        heardUntil = until;
    }

    private synchronized void leaves() {
        closed = true;
    }

    @Operation
    public void announce() {
        long begin = nanos.get();
        one.announce(KEY, "here");
        heard(begin + TIME_TO_LIVE);
    }

    @Operation
    public void liveOn() {
        long begin = nanos.get();
        try {
            one.beat();
        } catch (ShardingException e) {
            if (e.code() == AWAY) {
                return;
            }
            throw e;
        }
        heard(begin + TIME_TO_LIVE);
    }

    @Operation
    public void pass() {
        nanos.addAndGet(WHILE);
    }

    @Operation
    public void look() {
        look(other);
    }

    @Operation
    public void lookOfThird() {
        look(third);
    }

    private void look(Announcements who) {
        int before = late();
        boolean found = who.living().containsKey(KEY);
        if (!found && isHeard() && before == late()) {
            throw new IllegalStateException("one that runs statements was not found");
        }
    }

    @Operation(runOnce = true)
    public void close() {
        leaves();
        one.close();
    }

    @Validate
    public void whoHasClosedIsNotThere() {
        if (closed && !table.announced().isEmpty()) {
            throw new IllegalStateException("one that has closed is announced");
        }
    }

    /** Lets the model itself judge: what its operations throw is wrong. */
    public static final class NothingThrown implements Verifier {
        /** For the checker. */
        public NothingThrown(Class<?> model) {}

        @Override
        public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
            return results == null
                    || results.getThreadsResultsWithClock().stream()
                            .flatMap(List::stream)
                            .noneMatch(each -> each.getResult() instanceof ExceptionResult);
        }
    }

    /** What is done before the threads begin, and what each of them does, one after the other, with blanks between. */
    private static ExecutionScenario after(String before, String... threads) {
        List<List<Actor>> all = new ArrayList<>();
        for (String thread : threads) {
            all.add(actors(thread));
        }
        return new ExecutionScenario(actors(before), all, List.of(), null);
    }

    private static List<Actor> actors(String names) {
        return Arrays.stream(names.split(" "))
                .map(name -> new Actor(operation(name), List.of()))
                .toList();
    }

    private static Method operation(String name) {
        try {
            return AnnouncementsModelTest.class.getMethod(name);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is initialized while the checker runs would hang. */
    private static void initialize() {
        try {
            Class.forName(ExceptionResult.class.getName());
            new IllegalStateException().getStackTrace();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        AnnouncementsModelTest first = new AnnouncementsModelTest();
        first.announce();
        first.look();
        first.pass();
        first.pass();
        first.look();
        first.liveOn();
        first.close();
        first.liveOn();
        first.whoHasClosedIsNotThere();
    }

    /** Throws what is wrong. */
    public static void check() {
        initialize();
        LinChecker.check(
                AnnouncementsModelTest.class,
                new ModelCheckingOptions()
                        .iterations(0)
                        .invocationsPerIteration(INVOCATIONS)
                        .minimizeFailedScenario(false)
                        .verifier(NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        MemoryBeats.class.getName(), ConcurrentHashMap.class.getName())
                                .allMethods()
                                .treatAsAtomic())
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(ShardingException.class.getName())
                                .allMethods()
                                .ignore())
                        // who looks stands still
                        .addCustomScenario(after("announce look", "look look", "pass liveOn pass liveOn"))
                        // who announces stands still and comes back, while it is taken away
                        .addCustomScenario(after("announce look pass pass", "look look", "liveOn"))
                        .addCustomScenario(
                                after("announce liveOn look pass pass", "look look", "liveOn", "lookOfThird"))
                        .addCustomScenario(after("announce look lookOfThird pass pass", "lookOfThird look", "liveOn"))
                        .addCustomScenario(after("announce look pass", "look pass look", "liveOn pass liveOn"))
                        // who announces closes
                        .addCustomScenario(after("announce look", "close", "liveOn"))
                        .addCustomScenario(after("announce look", "close", "liveOn look", "liveOn")));
    }

    @Test
    void whoIsNotFoundRunsNothing() {
        check();
    }
}
