package org.shardingjdbc.feature.readwrite.internal.health;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.feature.readwrite.PrimaryCheck;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * Asks for a URL of each database, which answers with status 200 for the primary and with another one for others, as
 * Patroni's {@code GET /primary} does. Immutable.
 */
public final class HttpPrimaryCheck implements PrimaryCheck {
    private static final String TIMEOUT = "timeout-millis";
    private static final int DEFAULT_TIMEOUT_MILLIS = 1000;
    private static final int MAX_TIMEOUT_MILLIS = 60_000;

    private final Map<String, URL> urls;
    private final int timeoutMillis;

    private HttpPrimaryCheck(Map<String, URL> urls, int timeoutMillis) {
        this.urls = Map.copyOf(urls);
        this.timeoutMillis = timeoutMillis;
    }

    /**
     * Makes a check with a URL property for each database, by the database's name.
     *
     * @throws InvalidPropertyException when one is missing or is not an HTTP URL
     */
    public static HttpPrimaryCheck of(List<String> dataSources, AlgorithmProperties properties) {
        // one entry may serve several groups, whose names a row expression makes
        properties.all();
        Map<String, URL> urls = new HashMap<>();
        for (String each : dataSources) {
            urls.put(each, url(each, properties.requiredText(each)));
        }
        return new HttpPrimaryCheck(
                urls, (int) properties.wholeNumber(TIMEOUT, DEFAULT_TIMEOUT_MILLIS, 1, MAX_TIMEOUT_MILLIS));
    }

    private static URL url(String dataSource, String text) {
        try {
            URL url = new URL(text.trim());
            if (url.getProtocol().equals("http") || url.getProtocol().equals("https")) {
                return url;
            }
        } catch (MalformedURLException e) {
            // told below, as one of another protocol
        }
        throw new InvalidPropertyException(
                dataSource,
                "'" + dataSource + "' must be a URL that begins with http:// or https://, not '" + text + "'");
    }

    @Override
    public boolean isPrimary(String dataSource) throws IOException {
        URL url = urls.get(dataSource);
        if (url == null) {
            throw new IOException("no URL is configured for " + dataSource);
        }
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        try {
            connection.setConnectTimeout(timeoutMillis);
            connection.setReadTimeout(timeoutMillis);
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } finally {
            connection.disconnect();
        }
    }
}
