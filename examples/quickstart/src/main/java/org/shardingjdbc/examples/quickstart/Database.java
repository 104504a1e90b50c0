package org.shardingjdbc.examples.quickstart;

import java.io.PrintStream;
import java.util.Locale;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** The databases behind the tour: H2 in this process, or a server started for the occasion. */
final class Database {
    private static final String FLAG = "--database=";

    private Database() {}

    /**
     * Starts what the arguments ask for and tells the YAML's placeholders about it.
     *
     * @return the database's name, for the eyes
     * @throws IllegalArgumentException when the arguments are not understood
     */
    static String start(PrintStream out, String... arguments) {
        String name = "h2";
        for (String argument : arguments) {
            if (!argument.startsWith(FLAG)) {
                throw new IllegalArgumentException("Unknown argument " + argument + "; there is only " + FLAG + "h2, "
                        + FLAG + "postgresql, " + FLAG + "mariadb and " + FLAG + "mysql");
            }
            name = argument.substring(FLAG.length());
        }
        DatabaseKind kind = kind(name);
        if (kind != DatabaseKind.H2) {
            out.println("Starting " + kind.title() + ": some 10 seconds, the first time a minute to unpack it ...");
        }
        TestServer server = TestServer.of(kind);
        System.setProperty("quickstart.ds_0.url", server.createDatabase("quickstart_0"));
        System.setProperty("quickstart.ds_1.url", server.createDatabase("quickstart_1"));
        System.setProperty("quickstart.user", server.user());
        System.setProperty("quickstart.password", server.password());
        return kind.title();
    }

    private static DatabaseKind kind(String name) {
        for (DatabaseKind kind : DatabaseKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "Unknown database " + name + "; there are h2, postgresql, mariadb and mysql");
    }
}
