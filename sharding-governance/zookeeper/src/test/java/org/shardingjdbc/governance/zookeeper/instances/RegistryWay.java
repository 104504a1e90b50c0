package org.shardingjdbc.governance.zookeeper.instances;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.fault.TcpProxy;

/**
 * The way of one instance to all servers of the registry.
 *
 * @param servers where they are, as {@link #url}
 * @param proxies one for each
 */
record RegistryWay(List<String> servers, List<TcpProxy> proxies) implements AutoCloseable {
    private static final String SCHEME = "jdbc:zookeeper://";

    /** What proxies ask for: the address of a server as a URL. */
    static String url(String address) {
        return SCHEME + address;
    }

    /** The {@code server-lists} through here. */
    String addresses() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < proxies.size(); i++) {
            all.add(proxies.get(i).url(servers.get(i)).substring(SCHEME.length()));
        }
        return String.join(",", all);
    }

    void cut() {
        proxies.forEach(TcpProxy::cut);
    }

    void down() {
        proxies.forEach(TcpProxy::down);
    }

    void restore() {
        proxies.forEach(TcpProxy::restore);
    }

    @Override
    public void close() {
        proxies.forEach(TcpProxy::close);
    }
}
