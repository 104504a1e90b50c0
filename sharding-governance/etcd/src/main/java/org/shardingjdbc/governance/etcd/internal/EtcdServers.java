package org.shardingjdbc.governance.etcd.internal;

import io.etcd.jetcd.ClientBuilder;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * The servers that {@code server-lists} names, as {@code host:port} or as URLs.
 *
 * @param endpoints as URLs with hosts; one or more
 * @param encrypted whether they are spoken to by TLS
 */
record EtcdServers(List<URI> endpoints, boolean encrypted) {
    private static final String HTTP = "http";
    private static final String HTTPS = "https";
    private static final int DEFAULT_PORT = 2379;

    EtcdServers {
        endpoints = List.copyOf(endpoints);
    }

    static EtcdServers of(String list) {
        List<URI> endpoints = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            endpoints.add(endpoint(each.trim()));
        }
        boolean encrypted = HTTPS.equals(endpoints.get(0).getScheme());
        for (URI each : endpoints) {
            if (HTTPS.equals(each.getScheme()) != encrypted) {
                throw mistake("repository.props.server-lists has servers with https and without; give all alike");
            }
        }
        return new EtcdServers(endpoints, encrypted);
    }

    private static URI endpoint(String text) {
        try {
            URI uri = new URI(text.contains("://") ? text : HTTP + "://" + text);
            boolean known = HTTP.equals(uri.getScheme()) || HTTPS.equals(uri.getScheme());
            if (known && uri.getHost() != null && uri.getUserInfo() == null) {
                int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
                return new URI(uri.getScheme(), null, uri.getHost(), port, null, null, null);
            }
        } catch (URISyntaxException e) {
            throw ShardingException.causedBy(e, ErrorCode.GOVERNANCE_MISCONFIGURED, notAServer());
        }
        throw mistake(notAServer());
    }

    /** Without what stands there, which may hold a password. */
    private static String notAServer() {
        return "repository.props.server-lists must name servers as host:port, http://host:port or https://host:port,"
                + " separated by commas; users and passwords have keys of their own";
    }

    /** As messages show it. */
    String text() {
        List<String> all = new ArrayList<>();
        endpoints.forEach(each -> all.add(each.getAuthority()));
        return String.join(",", all);
    }

    /**
     * Lets a client speak TLS where the servers do.
     *
     * @param trusted a file of certificates in PEM; null for those that the JVM trusts
     * @param certificate a file with the client's certificate in PEM; null for none
     * @param key a file with its key in PEM, PKCS 8 and without a password; null for none
     */
    void secure(ClientBuilder client, @Nullable String trusted, @Nullable String certificate, @Nullable String key) {
        if (!encrypted) {
            if (trusted != null || certificate != null || key != null) {
                throw mistake("repository.props has certificates or a key, and the servers of server-lists no https");
            }
            return;
        }
        if ((certificate == null) != (key == null)) {
            throw mistake("repository.props has only one of 'clientCertificate' and 'clientKey'; give both, or none");
        }
        try {
            client.sslContext(context -> {
                if (trusted != null) {
                    context.trustManager(file("trustedCertificates", trusted));
                }
                if (certificate != null && key != null) {
                    context.keyManager(file("clientCertificate", certificate), file("clientKey", key));
                }
            });
        } catch (SSLException | IllegalArgumentException e) {
            throw ShardingException.causedBy(
                    e,
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "repository.props has certificates or a key that cannot be used: " + e.getMessage());
        }
    }

    private static File file(String prop, String path) {
        File file = new File(path);
        if (!file.isFile()) {
            throw mistake("repository.props." + prop + " names " + path + ", which is no file");
        }
        return file;
    }

    private static ShardingException mistake(String what) {
        return new ShardingException(ErrorCode.GOVERNANCE_MISCONFIGURED, what);
    }
}
