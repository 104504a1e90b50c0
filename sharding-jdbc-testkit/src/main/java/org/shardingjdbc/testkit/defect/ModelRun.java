package org.shardingjdbc.testkit.defect;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.testkit.ChildJvm;

/**
 * Lets a model of a class without a lock look for a fault that is planted into what it runs, in a JVM of its own. The
 * model's class is public and has a public static method {@code check()} that throws what is wrong. Not thread-safe.
 */
public final class ModelRun {
    private static final int FOUND = 3;
    private static final int LONGEST_SECONDS = 280;

    private ModelRun() {}

    /**
     * What the other JVM does: checks the model that is named. Where something is wrong, the checker runs the same
     * steps again to tell them, and fails otherwise when what is wrong comes out in another way then.
     *
     * @param arguments the name of the model's class
     * @throws Exception where there is no such model
     */
    public static void main(String[] arguments) throws Exception {
        try {
            Class.forName(arguments[0]).getMethod("check").invoke(null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
            System.exit(FOUND);
        }
        System.exit(0);
    }

    /**
     * Requires that a model finds a fault.
     *
     * @param model has to find it
     * @param source what is wrong
     * @param found a part of what the model says then
     * @param folder an empty one, for the changed class
     * @param invocations how many orders of steps the model tries of each scenario
     * @throws AssertionError when it finds nothing, or something else
     */
    public static void requireFinds(Class<?> model, PlantedSource source, String found, Path folder, int invocations)
            throws IOException, InterruptedException {
        source.compile(folder);
        Path output = folder.resolve("output");
        Process models = new ProcessBuilder(ChildJvm.command(
                        "-Dlincheck.invocations=" + invocations,
                        "-cp",
                        folder + File.pathSeparator + ChildJvm.classPath(),
                        ModelRun.class.getName(),
                        model.getName()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ends;
        try {
            ends = models.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
        } finally {
            models.destroyForcibly();
        }
        String told = Files.readString(output);
        if (!ends || models.exitValue() != FOUND || !told.contains(found)) {
            throw new AssertionError(
                    model.getSimpleName() + " did not find: " + found + (ends ? "" : " in time") + "\n" + told);
        }
    }
}
