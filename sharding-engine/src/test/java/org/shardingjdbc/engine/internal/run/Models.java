package org.shardingjdbc.engine.internal.run;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.ExceptionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.jetbrains.kotlinx.lincheck.verifier.Verifier;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;

/** What the models that Lincheck runs have in common. */
public final class Models {
    /** By the name of its type. */
    private static final Map<String, Object> IDLE = new ConcurrentHashMap<>();

    /** What the checker says where a thread waits for ever. */
    static final String HANGS = "= The execution has hung";

    private Models() {}

    /**
     * The options of a model.
     *
     * @param iterations how many random scenarios; 0 where all are given
     * @param invocations how many orders of the steps of each are tried, unless {@code -Dlincheck.invocations=} says
     *     another number
     */
    public static ModelCheckingOptions options(int iterations, int invocations) {
        initialize();
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .iterations(iterations)
                // as small as they are; to look for a smaller one takes longer than all the rest
                .minimizeFailedScenario(false)
                .invocationsPerIteration(Integer.getInteger("lincheck.invocations", invocations));
    }

    /** What a thread that the checker ends may be in the middle of initializing, after which nobody could use it. */
    private static void initialize() {
        try {
            Class.forName(ExceptionResult.class.getName());
            new IllegalStateException().getStackTrace();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A scenario that is tried besides the random ones.
     *
     * @param threads for each thread the names of what it does, one after the other, with blanks between
     */
    public static ExecutionScenario scenario(Class<?> model, String... threads) {
        List<List<Actor>> all = new ArrayList<>();
        for (String thread : threads) {
            all.add(actors(model, thread));
        }
        return new ExecutionScenario(List.of(), all, List.of(), null);
    }

    /** As {@link #scenario}, and something is done when the threads are done. */
    public static ExecutionScenario scenarioBefore(Class<?> model, String after, String... threads) {
        return new ExecutionScenario(
                List.of(), scenario(model, threads).getParallelExecution(), actors(model, after), null);
    }

    /** As {@link #scenario}, after something was done before the threads begin. */
    public static ExecutionScenario scenarioAfter(Class<?> model, String before, String... threads) {
        return new ExecutionScenario(
                actors(model, before), scenario(model, threads).getParallelExecution(), List.of(), null);
    }

    private static List<Actor> actors(Class<?> model, String names) {
        return Arrays.stream(names.split(" "))
                .map(name -> new Actor(operation(model, name), List.of()))
                .toList();
    }

    /**
     * What a model has in place of a driver or a pool.
     *
     * @param called is told the name of each method, and answers null where any answer is as good
     */
    public static <T> T answering(Class<T> type, Function<String, Object> called) {
        return type.cast(Proxy.newProxyInstance(
                Models.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    // the checker itself compares what it shows
                    if (method.getName().equals("equals")) {
                        return self == arguments[0];
                    }
                    Object answer = called.apply(method.getName());
                    return answer == null && method.getReturnType() == boolean.class ? Boolean.FALSE : answer;
                }));
    }

    /** Workers that run nothing, now or later: what they would do is an operation of the model. */
    public static Workers noWorkers() {
        Workers none = new Workers("model", 0, WorkerThreads.AUTO);
        none.close();
        return none;
    }

    /** Whether a fan-out runs, so that its groups may be with workers. */
    public static boolean isRunning(FanOut fanOut) {
        return fanOut.signal().isRunning();
    }

    /** Lets a model itself judge what happened: what its operations return is all right, what they throw is not. */
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

    /**
     * Keeps what the checker cannot look through, as records are in it: it looks at all that a model holds before it
     * runs anything, and at nothing that the JDK holds.
     */
    public static <T> void unseen(Class<T> type, T what) {
        System.getProperties().put(type.getName(), what);
    }

    /** What was kept of that type. */
    public static <T> T unseen(Class<T> type) {
        return type.cast(System.getProperties().get(type.getName()));
    }

    private static Method operation(Class<?> model, String name) {
        try {
            return model.getMethod(name);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * One that knows nothing: the checker cannot look through real dialects, whose parts are records. What its methods
     * return must have been asked for before a model is checked, as no class is made while it runs.
     */
    public static <T> T idle(Class<T> type) {
        Object known = IDLE.get(type.getName());
        if (known == null) {
            known = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                Class<?> answer = method.getReturnType();
                return answer == boolean.class
                        ? Boolean.FALSE
                        : answer == int.class ? Integer.valueOf(0) : answer.isInterface() ? idle(answer) : null;
            });
            IDLE.put(type.getName(), known);
        }
        return type.cast(known);
    }
}
