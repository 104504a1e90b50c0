package org.shardingjdbc.governance.etcd.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.governance.testkit.Governed;

/** Three servers, of which one, each in turn, is killed while two instances write. Skipped without etcd. */
class EtcdEnsembleTest {
    private static final String KEY = "configuration";
    private static final int WRITES = 30;

    private final List<EtcdServer> servers = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (EtcdServer each : servers) {
            each.close();
        }
    }

    @Test
    void oneOfThreeMayFail() throws Exception {
        servers.addAll(EtcdServer.ensemble(3));
        String all = String.join(",", servers.stream().map(EtcdServer::address).toList());
        try (Repository one = EtcdRepositoryTest.open("ensemble", all, "timeToLiveSeconds", "20");
                Repository other = EtcdRepositoryTest.open("ensemble", all, "timeToLiveSeconds", "20")) {
            one.announce("instances/one", "here");
            long version = 0;
            for (EtcdServer each : servers) {
                version = writeInTurns(one, other, version);
                each.kill();
                version = writeInTurns(one, other, version);
                assertThat(Governed.until(() -> isThere(other))).isTrue();
                each.start();
            }
            assertThat(Governed.until(() -> one.isConnected() && other.isConnected()))
                    .isTrue();
            assertThat(version).isGreaterThanOrEqualTo(2L * WRITES * servers.size());
        }
    }

    private static boolean isThere(Repository repository) {
        try {
            return repository.announced("instances").equals(Map.of("one", "here"));
        } catch (ShardingException e) {
            // The servers choose a leader.
            return false;
        }
    }

    /** So many writes that are acknowledged, with no version left out or written twice; the version after them. */
    private static long writeInTurns(Repository one, Repository other, long before) {
        long[] version = {before};
        for (int i = 0; i < WRITES; i++) {
            Repository writer = i % 2 == 0 ? one : other;
            assertThat(Governed.until(() -> {
                        try {
                            long written = writer.write(KEY, "v" + version[0], version[0]);
                            assertThat(written).isEqualTo(version[0] + 1);
                            version[0] = written;
                            return true;
                        } catch (ShardingException e) {
                            return catchesUp(writer, version);
                        }
                    }))
                    .isTrue();
        }
        return version[0];
    }

    /** A write that nobody acknowledged has happened, or has not; whether it has. */
    private static boolean catchesUp(Repository repository, long[] version) {
        try {
            StoredValue stored = repository.read(KEY);
            long there = stored == null ? 0 : stored.version();
            assertThat(there).isBetween(version[0], version[0] + 1);
            boolean happened = there > version[0];
            version[0] = there;
            return happened;
        } catch (ShardingException e) {
            return false;
        }
    }
}
