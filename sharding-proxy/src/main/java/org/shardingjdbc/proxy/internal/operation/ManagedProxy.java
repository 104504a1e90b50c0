package org.shardingjdbc.proxy.internal.operation;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.observe.ProxySession;
import org.shardingjdbc.proxy.observe.ProxyStatistics;
import org.shardingjdbc.proxy.observe.ShardingProxyMXBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A proxy in the platform's MBean server, until it is closed. Safe for all threads. */
public final class ManagedProxy implements ShardingProxyMXBean, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedProxy.class);

    private final ProxyStatistics statistics;
    /** Null when it could not be registered. */
    private final @Nullable ObjectName name;

    /** Registers it. That it cannot be registered is logged and no reason not to start. */
    public ManagedProxy(ProxyStatistics statistics, int port) {
        this.statistics = statistics;
        this.name = register(port);
    }

    private @Nullable ObjectName register(int port) {
        try {
            ObjectName wanted = new ObjectName("org.shardingjdbc:type=ShardingProxy,port=" + port);
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, wanted);
            return wanted;
        } catch (JMException e) {
            LOG.warn("The proxy on port {} cannot be registered with JMX", port, e);
            return null;
        }
    }

    @Override
    public int getClients() {
        return statistics.clients();
    }

    @Override
    public long getConnections() {
        return statistics.connections();
    }

    @Override
    public long getRefusedLogins() {
        return statistics.refusedLogins();
    }

    @Override
    public long getStatements() {
        return statistics.statements();
    }

    @Override
    public long getReceivedBytes() {
        return statistics.receivedBytes();
    }

    @Override
    public long getSentBytes() {
        return statistics.sentBytes();
    }

    @Override
    public boolean isDraining() {
        return statistics.draining();
    }

    @Override
    public List<Map<String, String>> getSessions() {
        return statistics.sessions().stream().map(ManagedProxy::row).toList();
    }

    private static Map<String, String> row(ProxySession session) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("id", String.valueOf(session.id()));
        row.put("user", session.user());
        row.put("database", session.database());
        row.put("address", session.address());
        row.put("since", session.since().toString());
        row.put("state", session.state().name());
        row.put("milliseconds", String.valueOf(session.inState().toMillis()));
        String statement = session.statement();
        row.put("statement", statement == null ? "" : statement);
        return row;
    }

    @Override
    public void close() {
        if (name != null) {
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
            } catch (JMException e) {
                LOG.debug("It was not registered any more", e);
            }
        }
    }
}
