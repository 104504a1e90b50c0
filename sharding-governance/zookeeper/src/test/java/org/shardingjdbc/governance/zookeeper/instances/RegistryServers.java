package org.shardingjdbc.governance.zookeeper.instances;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingServer;
import org.shardingjdbc.testkit.fault.TcpProxy;

/** One ZooKeeper, or an ensemble of several, in this process. One thread lets them fail. */
final class RegistryServers implements AutoCloseable {
    private static final int LONGEST_REST_MILLIS = 2_000;

    /** Null when there is an ensemble. */
    private final TestingServer single;

    private final TestingCluster ensemble;

    private RegistryServers(TestingServer single, TestingCluster ensemble) {
        this.single = single;
        this.ensemble = ensemble;
    }

    static RegistryServers start(int members) throws Exception {
        if (members == 1) {
            return new RegistryServers(new TestingServer(), null);
        }
        TestingCluster ensemble = new TestingCluster(members);
        ensemble.start();
        return new RegistryServers(null, ensemble);
    }

    /** A way there, for one instance. */
    RegistryWay way() {
        String servers = single == null ? ensemble.getConnectString() : single.getConnectString();
        List<String> urls = new ArrayList<>();
        List<TcpProxy> ways = new ArrayList<>();
        for (String each : servers.split(",", -1)) {
            urls.add(RegistryWay.url(each));
            ways.add(TcpProxy.to(RegistryWay.url(each)));
        }
        return new RegistryWay(urls, ways);
    }

    /** Lets the one stop, or kills members, at times as many as leave none in charge; then all run again. */
    void fail(Random random) throws Exception {
        if (single != null) {
            single.stop();
            rest(random);
            single.restart();
            return;
        }
        List<InstanceSpec> members = new ArrayList<>(ensemble.getInstances());
        int killed = random.nextInt(3) == 0 ? members.size() / 2 + 1 : 1;
        List<InstanceSpec> victims = new ArrayList<>();
        for (int i = 0; i < killed; i++) {
            victims.add(members.remove(random.nextInt(members.size())));
        }
        for (InstanceSpec each : victims) {
            ensemble.killServer(each);
        }
        rest(random);
        for (InstanceSpec each : victims) {
            ensemble.restartServer(each);
        }
        System.out.println("killed " + killed + " of " + ensemble.getInstances().size() + " members");
    }

    private static void rest(Random random) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_REST_MILLIS));
    }

    @Override
    public void close() throws IOException {
        if (single == null) {
            ensemble.close();
        } else {
            single.close();
        }
    }
}
