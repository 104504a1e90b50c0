package org.shardingjdbc.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JVMs beside that of the tests: they start soon, and leave the processors to others. Stateless. */
public final class ChildJvm {
    private ChildJvm() {}

    /**
     * The command of one of the Java that runs the tests.
     *
     * @param rest further options, {@code -cp}, the class and its arguments
     * @return may be changed
     */
    public static List<String> command(String... rest) {
        return commandOf(Path.of(System.getProperty("java.home")), rest);
    }

    /** As {@link #command}, of another Java. */
    public static List<String> commandOf(Path java, String... rest) {
        List<String> command = new ArrayList<>(
                List.of(java.resolve("bin").resolve("java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(rest));
        return command;
    }

    /** The class path of the tests, which surefire may have put into a jar. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
