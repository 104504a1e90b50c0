package org.shardingjdbc.governance.etcd.internal;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.common.exception.EtcdExceptionFactory;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.TxnOption;
import io.etcd.jetcd.options.WatchOption;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.StoredValue;

/** Questions to etcd: each is answered, or fails with SHD-7003, within the configured time. Safe for all threads. */
final class EtcdCalls implements AutoCloseable {
    private static final TxnOption ASK_AGAIN =
            TxnOption.builder().withAutoRetry().build();

    private static final Set<ErrorCode> TOO_LARGE = Set.of(ErrorCode.INVALID_ARGUMENT, ErrorCode.RESOURCE_EXHAUSTED);
    /** What no server refuses for its size. */
    private static final int LARGE_BYTES = 1 << 10;

    private final Client client;
    private final String name;
    private final String root;
    private final int millis;

    /**
     * @param client closed with this
     * @param name as messages show it
     * @param root what all keys begin with, with its last slash
     * @param millis how long an answer may take
     */
    EtcdCalls(Client client, String name, String root, int millis) {
        this.client = client;
        this.name = name;
        this.root = root;
        this.millis = millis;
    }

    @Nullable
    StoredValue read(String key) {
        List<KeyValue> found = answer(client.getKVClient().get(key(key))).getKvs();
        return found.isEmpty() ? null : stored(found.get(0));
    }

    Map<String, StoredValue> list(String folder) {
        ByteSequence prefix = key(folder + "/");
        GetOption all = GetOption.builder().isPrefix(true).build();
        Map<String, StoredValue> found = new LinkedHashMap<>();
        for (KeyValue each : answer(client.getKVClient().get(prefix, all)).getKvs()) {
            String child = text(each.getKey().substring(prefix.size()));
            if (child.indexOf('/') < 0) {
                found.put(child, stored(each));
            }
        }
        return found;
    }

    /** Writes a value that has that version; 0 when it has another one. */
    long write(String key, String value, long expected) {
        ByteSequence bytes = bytes(value);
        TxnResponse response = taken(
                key,
                bytes,
                client.getKVClient()
                        .txn(ASK_AGAIN)
                        .If(new Cmp(key(key), Cmp.Op.EQUAL, CmpTarget.version(expected)))
                        .Then(Op.put(key(key), bytes, PutOption.DEFAULT))
                        .Else(Op.get(key(key), GetOption.DEFAULT))
                        .commit());
        if (response.isSucceeded()) {
            return expected + 1;
        }
        // An answer that was lost makes jetcd ask again: then it is this very value that is there.
        List<KeyValue> now = response.getGetResponses().get(0).getKvs();
        return !now.isEmpty() && stored(now.get(0)).equals(new StoredValue(value, expected + 1)) ? expected + 1 : 0;
    }

    /** Takes away a value that has that version; false when it has another one. */
    boolean delete(String key, long expected) {
        TxnResponse response = answer(client.getKVClient()
                .txn(ASK_AGAIN)
                .If(new Cmp(key(key), Cmp.Op.EQUAL, CmpTarget.version(expected)))
                .Then(Op.delete(key(key), DeleteOption.DEFAULT))
                .Else(Op.get(key(key), GetOption.DEFAULT))
                .commit());
        return response.isSucceeded()
                || response.getGetResponses().get(0).getKvs().isEmpty();
    }

    /** The answer of a server that may refuse what is too large for it. */
    private <T> T taken(String key, ByteSequence value, CompletableFuture<T> future) {
        try {
            return answer(future);
        } catch (ShardingException e) {
            EtcdException refused = EtcdExceptionFactory.toEtcdException(e.getCause());
            if (TOO_LARGE.contains(refused.getErrorCode()) && value.size() >= LARGE_BYTES) {
                throw ShardingException.causedBy(
                        refused,
                        org.shardingjdbc.error.ErrorCode.GOVERNANCE_MISCONFIGURED,
                        "what is to be stored as '" + key + "' has " + value.size() + " bytes, and " + name
                                + " refuses them (" + refused.getMessage()
                                + "); make it smaller, or start the servers with more --max-request-bytes");
            }
            throw e;
        }
    }

    /** A new lease, which ends when it is not kept for so many seconds. */
    long lease(int seconds) {
        return answer(client.getLeaseClient().grant(seconds)).getID();
    }

    /** Keeps a lease for its seconds from now on; false when there is no such lease any more. */
    boolean keep(long lease) {
        CompletableFuture<Boolean> kept = client.getLeaseClient()
                .keepAliveOnce(lease)
                .handle((response, failure) -> {
                    if (failure == null) {
                        return true;
                    }
                    Throwable cause = cause(failure);
                    if (cause instanceof EtcdException e && e.getErrorCode() == ErrorCode.NOT_FOUND) {
                        return false;
                    }
                    throw new IllegalStateException(cause);
                });
        return answer(kept);
    }

    /** Ends a lease, and with it what was announced. */
    void end(long lease) {
        answer(client.getLeaseClient().revoke(lease));
    }

    /** Lets a key have a value for as long as a lease is kept; writes nothing where it has it. */
    void announce(String key, String value, long lease) {
        PutOption leased = PutOption.builder().withLeaseId(lease).build();
        answer(client.getKVClient()
                .txn(ASK_AGAIN)
                .If(new Cmp(key(key), Cmp.Op.EQUAL, CmpTarget.value(bytes(value))))
                .Else(Op.put(key(key), bytes(value), leased))
                .commit());
    }

    /**
     * Watches all values outside of folders.
     *
     * @param changed called at the beginning, after each interruption, and when one of them is written
     * @param interrupted called when nothing is heard any more, for a while or for good
     * @param ended called when it is for good
     */
    void watch(Runnable changed, Runnable interrupted, Runnable ended) {
        ByteSequence prefix = key("");
        WatchOption option = WatchOption.builder()
                .isPrefix(true)
                .withCreateNotify(true)
                .withRequireLeader(true)
                .build();
        Watch.Listener listener = Watch.listener(
                response -> {
                    boolean concerned = response.getEvents().stream()
                            .map(event -> text(event.getKeyValue().getKey().substring(prefix.size())))
                            .anyMatch(key -> key.indexOf('/') < 0);
                    if (concerned || response.getEvents().isEmpty()) {
                        changed.run();
                    }
                },
                failure -> interrupted.run(),
                ended);
        client.getWatchClient().watch(prefix, option, listener);
    }

    private <T> T answer(CompletableFuture<T> future) {
        try {
            return future.get(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, org.shardingjdbc.error.ErrorCode.INTERRUPTED, "waiting for etcd");
        } catch (TimeoutException e) {
            throw unavailable(new TimeoutException("no answer within " + millis + " ms"));
        } catch (ExecutionException e) {
            throw unavailable(cause(e));
        }
    }

    private ShardingException unavailable(Throwable cause) {
        return ShardingException.causedBy(
                cause,
                org.shardingjdbc.error.ErrorCode.REGISTRY_UNAVAILABLE,
                name,
                cause.getMessage() == null ? cause.toString() : cause.getMessage());
    }

    /** What is below the wrappings of futures. */
    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
            if (cause instanceof EtcdException) {
                break;
            }
        }
        return cause;
    }

    private ByteSequence key(String key) {
        return bytes(root + key);
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    private static String text(ByteSequence bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** etcd counts what was written since a key is there, from 1. */
    private static StoredValue stored(KeyValue found) {
        return new StoredValue(text(found.getValue()), found.getVersion());
    }

    @Override
    public void close() {
        client.close();
    }
}
