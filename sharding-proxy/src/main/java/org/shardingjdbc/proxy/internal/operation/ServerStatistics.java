package org.shardingjdbc.proxy.internal.operation;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ProxyServer;
import org.shardingjdbc.proxy.internal.server.SessionView;
import org.shardingjdbc.proxy.observe.ProxySession;
import org.shardingjdbc.proxy.observe.ProxyStatistics;

/** The counts of a server. Safe for all threads. */
public record ServerStatistics(ProxyServer server) implements ProxyStatistics {
    @Override
    public List<ProxySession> sessions() {
        return server.sessions().all().stream()
                .map(client -> session(client.view()))
                .sorted(Comparator.comparingInt(ProxySession::id))
                .toList();
    }

    private static ProxySession session(SessionView view) {
        return new ProxySession(
                view.id(),
                view.user(),
                view.database(),
                text(view.address()),
                view.since(),
                ProxySession.State.valueOf(view.state().name()),
                view.inState(),
                view.statement());
    }

    private static String text(@Nullable SocketAddress address) {
        if (address == null) {
            return "";
        }
        return address instanceof InetSocketAddress internet ? NetUtil.toSocketAddressString(internet) : "" + address;
    }

    @Override
    public int clients() {
        return server.sessions().count();
    }

    @Override
    public long connections() {
        return server.sessions().counts().connections();
    }

    @Override
    public long refusedLogins() {
        return server.sessions().counts().refusedLogins();
    }

    @Override
    public long statements() {
        return server.sessions().counts().statements();
    }

    @Override
    public long receivedBytes() {
        return server.sessions().counts().receivedBytes();
    }

    @Override
    public long sentBytes() {
        return server.sessions().counts().sentBytes();
    }

    @Override
    public boolean draining() {
        return server.isDraining();
    }
}
