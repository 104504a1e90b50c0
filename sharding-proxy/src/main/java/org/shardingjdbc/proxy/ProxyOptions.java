package org.shardingjdbc.proxy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.proxy.internal.authority.AddressPattern;
import org.shardingjdbc.proxy.internal.authority.AuthorityYaml;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.shardingjdbc.proxy.internal.server.ServerLimits;

/**
 * How a {@link ShardingProxy} listens, and whom it lets in. Each method returns a copy with the change; immutable.
 *
 * <p>Without a user nobody can log in, unless {@link #trustEveryone()} says that everyone may.
 */
@Incubating
public final class ProxyOptions {
    private static final int MESSAGE_BYTES = 256 * 1024 * 1024;

    private final List<ProxyAccount> users;
    private final List<AddressPattern> loadBalancers;
    private boolean everyone;
    private String host = "127.0.0.1";
    private int port;
    private @Nullable File certificate;
    private @Nullable File certificateKey;
    private @Nullable File clientAuthorities;
    private boolean clientCertificateRequired;
    private int clients = 1000;
    private int clientsOfUser = Integer.MAX_VALUE;
    private int clientsOfAddress = Integer.MAX_VALUE;
    private Duration idleTime = Duration.ZERO;
    private Duration idleTransactionTime = Duration.ZERO;
    private @Nullable Integer healthPort;
    private @Nullable Supplier<String> metrics;
    private boolean managed;
    private boolean localFiles;
    private int messageBytes = MESSAGE_BYTES;
    private Duration loginTime = Duration.ofSeconds(10);
    private Duration patience = Duration.ofSeconds(10);

    private ProxyOptions(List<ProxyAccount> users, List<AddressPattern> loadBalancers) {
        this.users = users;
        this.loadBalancers = loadBalancers;
    }

    /**
     * On this machine alone, without users and without a certificate.
     *
     * @param port 0 for any that is free
     */
    public static ProxyOptions onPort(int port) {
        requirePort(port);
        ProxyOptions options = new ProxyOptions(new ArrayList<>(), new ArrayList<>());
        options.port = port;
        return options;
    }

    private static void requirePort(int port) {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("A port must be between 0 and 65535: " + port);
        }
    }

    private ProxyOptions copy() {
        ProxyOptions copy = new ProxyOptions(new ArrayList<>(users), new ArrayList<>(loadBalancers));
        copy.everyone = everyone;
        copy.host = host;
        copy.port = port;
        copy.certificate = certificate;
        copy.certificateKey = certificateKey;
        copy.clientAuthorities = clientAuthorities;
        copy.clientCertificateRequired = clientCertificateRequired;
        copy.clients = clients;
        copy.clientsOfUser = clientsOfUser;
        copy.clientsOfAddress = clientsOfAddress;
        copy.idleTime = idleTime;
        copy.idleTransactionTime = idleTransactionTime;
        copy.healthPort = healthPort;
        copy.metrics = metrics;
        copy.managed = managed;
        copy.localFiles = localFiles;
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

    /** Lets a user in who knows the password; it may do all but speak DistSQL. */
    public ProxyOptions user(String name, String password) {
        return user(ProxyUser.of(name, password));
    }

    /**
     * Lets a user in.
     *
     * @throws IllegalArgumentException when there is one of that name for the same addresses
     */
    public ProxyOptions user(ProxyUser user) {
        return user(user.account());
    }

    /**
     * Lets those in whom a YAML document names under {@code authority}, as ShardingSphere's users write it; whatever
     * else it says is passed over. {@code admin: true} may use all databases and speak DistSQL; ours are
     * {@code readOnly: true} and {@code distSQL: true} or {@code false}.
     *
     * @param placeholders what fills its placeholders
     * @throws IOException when it cannot be read
     * @throws org.shardingjdbc.error.ShardingException when it is no YAML, or what it says of users has mistakes
     * @throws IllegalArgumentException when a user is there already, or it names none
     */
    public ProxyOptions authority(Path document, PlaceholderType placeholders) throws IOException {
        List<ProxyAccount> read =
                AuthorityYaml.read(Files.readString(document), String.valueOf(document.getFileName()), placeholders);
        if (read.isEmpty()) {
            throw new IllegalArgumentException(document + " names no users under 'authority'");
        }
        ProxyOptions all = this;
        for (ProxyAccount each : read) {
            all = all.user(each);
        }
        return all;
    }

    private ProxyOptions user(ProxyAccount added) {
        for (ProxyAccount each : users) {
            if (each.name().equals(added.name()) && each.from().equals(added.from())) {
                throw new IllegalArgumentException("User " + added + " is there twice");
            }
        }
        ProxyOptions copy = copy();
        copy.users.add(added);
        return copy;
    }

    /** Asks nobody for a password, of whatever name. For tests. */
    public ProxyOptions trustEveryone() {
        ProxyOptions copy = copy();
        copy.everyone = true;
        return copy;
    }

    /**
     * Encrypts, with TLS 1.2 or 1.3, for clients that ask for it. Files that change are read again within ten seconds,
     * or at {@link ShardingProxy#reloadCertificates()}.
     *
     * @param certificate file with the chain, in PEM
     * @param key file with the private key (PKCS#8), in PEM, without a password
     */
    public ProxyOptions certificate(File certificate, File key) {
        ProxyOptions copy = copy();
        copy.certificate = certificate;
        copy.certificateKey = key;
        return copy;
    }

    /**
     * Asks clients for a certificate, where {@link #certificate} is given: one that is shown must be valid, and its
     * common name the user's. A password is needed all the same.
     *
     * @param authorities file with the certificates of those who sign, in PEM
     * @param required whether clients without one are refused, and so those that do not encrypt
     */
    public ProxyOptions clientCertificates(File authorities, boolean required) {
        ProxyOptions copy = copy();
        copy.clientAuthorities = authorities;
        copy.clientCertificateRequired = required;
        return copy;
    }

    /** How many clients may be logged in at once; 1000 where nothing is said. */
    public ProxyOptions clients(int most) {
        requireOne(most);
        ProxyOptions copy = copy();
        copy.clients = most;
        return copy;
    }

    /** How many of the clients may be of one user; any number where nothing is said. */
    public ProxyOptions clientsOfUser(int most) {
        requireOne(most);
        ProxyOptions copy = copy();
        copy.clientsOfUser = most;
        return copy;
    }

    /** How many of the clients may come from one address; any number where nothing is said. */
    public ProxyOptions clientsOfAddress(int most) {
        requireOne(most);
        ProxyOptions copy = copy();
        copy.clientsOfAddress = most;
        return copy;
    }

    private static void requireOne(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("At least one client must be allowed: " + most);
        }
    }

    /** How long a client may send nothing outside of a transaction; zero, as where nothing is said, for any time. */
    public ProxyOptions idleTime(Duration most) {
        requireTime(most);
        ProxyOptions copy = copy();
        copy.idleTime = most;
        return copy;
    }

    /** How long a client may send nothing while its transaction is open; zero, as where nothing is said, for any. */
    public ProxyOptions idleTransactionTime(Duration most) {
        requireTime(most);
        ProxyOptions copy = copy();
        copy.idleTransactionTime = most;
        return copy;
    }

    private static void requireTime(Duration most) {
        if (most.isNegative()) {
            throw new IllegalArgumentException("A time must not be negative: " + most);
        }
    }

    /**
     * Whoever connects from these addresses is a load balancer, that says first from where its client comes, by the
     * PROXY protocol of HAProxy, version 1 or 2; that address counts then for users and limits. From others it is not
     * taken.
     *
     * @param addresses as {@link ProxyUser#from} takes them
     */
    public ProxyOptions behindLoadBalancer(String addresses) {
        AddressPattern pattern = AddressPattern.of(addresses);
        ProxyOptions copy = copy();
        copy.loadBalancers.add(pattern);
        return copy;
    }

    /**
     * Tells over HTTP, on the same address, how the proxy does: {@code /health/live}, and {@code /health/ready}, which
     * is so (200) unless the proxy ends or a logic database has no data source that answers (503).
     *
     * @param port 0 for any that is free
     */
    public ProxyOptions health(int port) {
        requirePort(port);
        ProxyOptions copy = copy();
        copy.healthPort = port;
        return copy;
    }

    /**
     * What {@link #health} answers to {@code /metrics}: the meters of the application, as Prometheus reads them.
     *
     * @param prometheus such as {@code registry::scrape} of Micrometer's PrometheusMeterRegistry; asked at each request
     */
    public ProxyOptions metrics(Supplier<String> prometheus) {
        ProxyOptions copy = copy();
        copy.metrics = prometheus;
        return copy;
    }

    /** Registers the proxy in the platform's MBean server. */
    public ProxyOptions jmx() {
        ProxyOptions copy = copy();
        copy.managed = true;
        return copy;
    }

    /**
     * Lets clients of MySQL's protocol have files of theirs loaded by {@code LOAD DATA LOCAL}, as the variable
     * {@code local_infile} does in the databases. A client sends the file that the server asks for, so that clients
     * must trust the proxy with all that they may read.
     */
    public ProxyOptions localFiles() {
        ProxyOptions copy = copy();
        copy.localFiles = true;
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

    /** How long a client has to log in; ten seconds where nothing is said. */
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

    List<ProxyAccount> users() {
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

    @Nullable
    File clientAuthorities() {
        return clientAuthorities;
    }

    boolean clientCertificateRequired() {
        return clientCertificateRequired;
    }

    List<AddressPattern> loadBalancers() {
        return loadBalancers;
    }

    @Nullable
    Integer healthPort() {
        return healthPort;
    }

    @Nullable
    Supplier<String> metrics() {
        return metrics;
    }

    boolean managed() {
        return managed;
    }

    boolean loadsLocalFiles() {
        return localFiles;
    }

    ServerLimits limits() {
        return new ServerLimits(
                clients, clientsOfUser, clientsOfAddress, loginTime, idleTime, idleTransactionTime, messageBytes);
    }

    Duration patience() {
        return patience;
    }
}
