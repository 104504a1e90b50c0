package org.shardingjdbc.governance.testkit.instances;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.fault.TcpProxy;

/**
 * The way of one instance to all servers of the registry.
 *
 * @param urls of the servers, as proxies ask for them
 * @param proxies one for each
 */
record RegistryWay(List<String> urls, List<TcpProxy> proxies) implements AutoCloseable {
    private static final String SCHEME = "jdbc:registry://";

    /** A way to servers at those addresses. */
    static RegistryWay to(List<String> addresses) {
        List<String> urls = addresses.stream().map(each -> SCHEME + each).toList();
        return new RegistryWay(urls, urls.stream().map(TcpProxy::to).toList());
    }

    /** The {@code server-lists} through here. */
    String addresses() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < proxies.size(); i++) {
            all.add(proxies.get(i).url(urls.get(i)).substring(SCHEME.length()));
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
