package org.shardingjdbc.distsql;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * The databases of a case file, which is written for H2: on another server, what statements say of URLs and users is
 * put into that server's, and what answers say of them is put back.
 */
final class CaseDatabases {
    private static final String URL = "jdbc:h2:mem:";
    private static final String USER = "USER=\"sa\"";
    private static final String PASSWORD = "    password: ";

    /** Null for H2, which is in this process. */
    private final TestServer server;
    /** From what the file says to what the server understands. */
    private final Map<String, String> translations = new LinkedHashMap<>();

    private CaseDatabases(TestServer server) {
        this.server = server;
    }

    /** Empty ones for all URLs of these texts, and for the first two data sources. */
    static CaseDatabases of(DatabaseKind kind, String name, String... texts) {
        if (kind == DatabaseKind.H2) {
            return new CaseDatabases(null);
        }
        TestServer server = TestServer.of(kind);
        CaseDatabases databases = new CaseDatabases(server);
        databases.create(first(name, 0));
        databases.create(first(name, 1));
        for (String text : texts) {
            databases.createAllOf(text);
        }
        String user = server.user();
        databases.translations.put(USER, "USER=\"" + user + "\", PASSWORD=\"" + server.password() + "\"");
        databases.translations.put("username: sa", "username: " + user);
        databases.translations.put(" | sa | ", " | " + user + " | ");
        return databases;
    }

    private static String first(String name, int number) {
        return "distsql_" + name + "_" + number;
    }

    private void createAllOf(String text) {
        int at = text.indexOf(URL);
        while (at >= 0) {
            int begin = at + URL.length();
            int end = begin;
            while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
                end++;
            }
            create(text.substring(begin, end));
            at = text.indexOf(URL, end);
        }
    }

    private void create(String database) {
        if (!translations.containsKey(URL + database)) {
            translations.put(URL + database, server.createDatabase(database));
        }
    }

    /** What the server understands. */
    String translated(String text) {
        if (server == null) {
            return text;
        }
        String translated = text.replace(USER + ", PASSWORD=\"\"", USER);
        for (Map.Entry<String, String> each : translations.entrySet()) {
            translated = translated.replace(each.getKey(), each.getValue());
        }
        String user = "username: " + server.user();
        return translated.replace(user, user + "\n" + PASSWORD + "'" + server.password() + "'");
    }

    /** What the file says, which has no passwords. */
    String untranslated(String text) {
        if (server == null) {
            return text;
        }
        String untranslated =
                text.lines().filter(line -> !line.startsWith(PASSWORD)).collect(Collectors.joining("\n"));
        for (Map.Entry<String, String> each : translations.entrySet()) {
            untranslated = untranslated.replace(each.getValue(), each.getKey());
        }
        return untranslated;
    }

    /** From now on this file is read where the statements name the other one. */
    void putFile(String written, String actual) {
        if (server != null) {
            translations.put(written, actual);
        }
    }

    ShardingDataSource open(String name) throws SQLException {
        ShardingConfiguration.Builder configuration =
                ShardingConfiguration.builder().prop(PropKey.DISTSQL_ALLOWED, "all");
        for (int i = 0; i < 2; i++) {
            Map<String, String> source = new TreeMap<>();
            source.put("jdbcUrl", translated(URL + first(name, i)));
            source.put("username", server == null ? "sa" : server.user());
            if (server != null) {
                source.put("password", server.password());
            }
            configuration.dataSource("ds_" + i, source);
        }
        return ShardingDataSourceFactory.create(configuration.build());
    }
}
