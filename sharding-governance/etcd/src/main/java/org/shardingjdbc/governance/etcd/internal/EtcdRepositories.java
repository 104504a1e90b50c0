package org.shardingjdbc.governance.etcd.internal;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.RepositoryProvider;

/** Opens repositories of type etcd. Stateless. */
public final class EtcdRepositories implements RepositoryProvider {
    private static final int TIME_TO_LIVE_SECONDS = 30;
    private static final int CONNECTION_SECONDS = 30;
    private static final int OPERATION_MILLIS = 3_000;
    /** A server refuses clients that ask for signs of life more often than every 5 seconds. */
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);
    /**
     * What a start waits for a registry that nothing is heard of: a busy process needs seconds for its first question.
     */
    private static final int LONGEST_START_MILLIS = 15_000;

    @Override
    public String type() {
        return "etcd";
    }

    @Override
    public Repository open(RepositoryProps props) {
        String namespace = props.required("namespace");
        EtcdServers servers = EtcdServers.of(props.required("server-lists"));
        int leaseSeconds = props.number("timeToLiveSeconds", TIME_TO_LIVE_SECONDS);
        int connectionSeconds = props.number("connectionTimeout", CONNECTION_SECONDS);
        int operationMillis = props.number("operationTimeoutMilliseconds", OPERATION_MILLIS);
        ClientBuilder client = Client.builder()
                .endpoints(servers.endpoints())
                .connectTimeout(Duration.ofSeconds(connectionSeconds))
                .keepaliveTime(SIGN_OF_LIFE)
                .keepaliveTimeout(Duration.ofMillis(operationMillis))
                .waitForReady(false);
        logIn(client, props.text("username"), props.text("password"));
        servers.secure(
                client, props.text("trustedCertificates"), props.text("clientCertificate"), props.text("clientKey"));
        props.refuseOthers();
        String name = "etcd at " + servers.text();
        String root = "/" + namespace + "/";
        long waitMillis = Math.min(LONGEST_START_MILLIS, TimeUnit.SECONDS.toMillis(connectionSeconds));
        return EtcdRepository.start(
                name, leaseSeconds, () -> new EtcdCalls(client.build(), name, root, operationMillis), waitMillis);
    }

    private static void logIn(ClientBuilder client, @Nullable String user, @Nullable String password) {
        if ((user == null) != (password == null)) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "repository.props has only one of 'username' and 'password'; give both, or none");
        }
        if (user != null && password != null) {
            client.user(ByteSequence.from(user, StandardCharsets.UTF_8))
                    .password(ByteSequence.from(password, StandardCharsets.UTF_8));
        }
    }
}
