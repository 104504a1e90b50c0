package org.shardingjdbc.testkit;

import java.util.Properties;

/**
 * Runs a program on databases that its YAML knows by placeholders. A program that has its own database in the YAML,
 * behind {@code ::}, is so tested with others. One at a time: the properties are the JVM's.
 */
public final class NamedDatabases {
    private NamedDatabases() {}

    /** A program to run. */
    @FunctionalInterface
    public interface Program {
        /** Runs it to its end. */
        void run() throws Exception;
    }

    /**
     * Creates empty databases, starting their server where needed, and runs a program that finds them in the system
     * properties {@code shop.ds_0.url}, {@code shop.ds_1.url}, ..., {@code shop.user} and {@code shop.password}.
     *
     * @param name {@code shop} in the properties, and what the databases' names begin with
     * @param count how many databases
     */
    public static void run(DatabaseKind kind, String name, int count, Program program) throws Exception {
        TestServer server = TestServer.of(kind);
        Properties before = System.getProperties();
        Properties during = new Properties();
        before.stringPropertyNames().forEach(each -> during.setProperty(each, before.getProperty(each)));
        for (int i = 0; i < count; i++) {
            during.setProperty(name + ".ds_" + i + ".url", server.createDatabase(name + "_" + i));
        }
        during.setProperty(name + ".user", server.user());
        during.setProperty(name + ".password", server.password());
        System.setProperties(during);
        try {
            program.run();
        } finally {
            System.setProperties(before);
        }
    }
}
