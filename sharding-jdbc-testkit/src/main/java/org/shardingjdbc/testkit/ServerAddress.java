package org.shardingjdbc.testkit;

import java.util.Map;

/**
 * Where a server listens and who may log in.
 *
 * @param urlPrefix the JDBC URL up to and including the slash before the database name
 * @param urlSuffix what follows the database name ({@code ?a=b}), or empty
 */
record ServerAddress(String urlPrefix, String urlSuffix, String user, String password) {

    /**
     * The server that the environment names, or null.
     *
     * @param variable what the names of the environment variables begin with, such as {@code SHARDING_TEST_H2}
     */
    static ServerAddress fromEnvironment(String variable, Map<String, String> environment) {
        String url = environment.get(variable + "_URL");
        if (url == null || url.isBlank()) {
            return null;
        }
        int query = url.indexOf('?');
        String path = query < 0 ? url : url.substring(0, query);
        if (!path.endsWith("/")) {
            throw new IllegalArgumentException(
                    variable + "_URL must end with a slash, for the database name to follow: " + url);
        }
        return new ServerAddress(
                path,
                query < 0 ? "" : url.substring(query),
                environment.getOrDefault(variable + "_USER", ""),
                environment.getOrDefault(variable + "_PASSWORD", ""));
    }

    String jdbcUrl(String database) {
        return urlPrefix + database + urlSuffix;
    }
}
