package org.shardingjdbc.proxy;

import java.io.File;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * How a {@link ShardingProxy} listens, and whom it lets in. Each method returns a copy with the change; immutable.
 *
 * <p>Without a user nobody can log in, unless {@link #trustEveryone()} says that everyone may.
 */
@Incubating
public final class ProxyOptions {
    private static final int MESSAGE_BYTES = 256 * 1024 * 1024;

    private final Map<String, String> users;
    private boolean everyone;
    private String host = "127.0.0.1";
    private int port;
    private @Nullable File certificate;
    private @Nullable File certificateKey;
    private int clients = 1000;
    private int messageBytes = MESSAGE_BYTES;
    private Duration loginTime = Duration.ofSeconds(60);
    private Duration patience = Duration.ofSeconds(10);

    private ProxyOptions(Map<String, String> users) {
        this.users = users;
    }

    /**
     * On this machine alone, without users and without a certificate.
     *
     * @param port 0 for any that is free
     */
    public static ProxyOptions onPort(int port) {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("A port must be between 0 and 65535: " + port);
        }
        ProxyOptions options = new ProxyOptions(new LinkedHashMap<>());
        options.port = port;
        return options;
    }

    private ProxyOptions copy() {
        ProxyOptions copy = new ProxyOptions(new LinkedHashMap<>(users));
        copy.everyone = everyone;
        copy.host = host;
        copy.port = port;
        copy.certificate = certificate;
        copy.certificateKey = certificateKey;
        copy.clients = clients;
        copy.messageBytes = messageBytes;
        copy.loginTime = loginTime;
        copy.patience = patience;
        return copy;
    }

    /** The address to listen on; {@code 0.0.0.0} for all that the machine has. */
    public ProxyOptions host(String host) {
        ProxyOptions copy = copy();
        copy.host = host;
        return copy;
    }

    /** Lets a user in who knows the password. */
    public ProxyOptions user(String name, String password) {
        ProxyOptions copy = copy();
        copy.users.put(name, password);
        return copy;
    }

    /** Asks nobody for a password. For tests. */
    public ProxyOptions trustEveryone() {
        ProxyOptions copy = copy();
        copy.everyone = true;
        return copy;
    }

    /**
     * Encrypts, with TLS 1.2 or 1.3, for clients that ask for it.
     *
     * @param certificate file with the chain, in PEM
     * @param key file with the private key, in PEM, without a password
     */
    public ProxyOptions certificate(File certificate, File key) {
        ProxyOptions copy = copy();
        copy.certificate = certificate;
        copy.certificateKey = key;
        return copy;
    }

    /** How many clients may be logged in at once; 1000 where nothing is said. */
    public ProxyOptions clients(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("At least one client must be allowed: " + most);
        }
        ProxyOptions copy = copy();
        copy.clients = most;
        return copy;
    }

    /** How long one message of a client may be; 256 MB where nothing is said. */
    public ProxyOptions messageBytes(int most) {
        if (most < 1024) {
            throw new IllegalArgumentException("Messages must be allowed to have 1024 bytes: " + most);
        }
        ProxyOptions copy = copy();
        copy.messageBytes = most;
        return copy;
    }

    /** How long a client has to log in; a minute where nothing is said. */
    public ProxyOptions loginTime(Duration time) {
        ProxyOptions copy = copy();
        copy.loginTime = time;
        return copy;
    }

    /** How long {@link ShardingProxy#close()} waits for open transactions; ten seconds where nothing is said. */
    public ProxyOptions patience(Duration time) {
        ProxyOptions copy = copy();
        copy.patience = time;
        return copy;
    }

    Map<String, String> users() {
        return users;
    }

    boolean everyone() {
        return everyone;
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    @Nullable
    File certificate() {
        return certificate;
    }

    @Nullable
    File certificateKey() {
        return certificateKey;
    }

    int clients() {
        return clients;
    }

    int messageBytes() {
        return messageBytes;
    }

    Duration loginTime() {
        return loginTime;
    }

    Duration patience() {
        return patience;
    }
}
