package org.shardingjdbc.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.proxy.observe.ProxySession;
import org.shardingjdbc.proxy.observe.ProxyStatistics;

/**
 * The meters of one proxy, that read what it counts anyway; each has the tag {@code port}. Safe for all threads.
 *
 * <pre>{@code
 * new ProxyMeters(proxy).bindTo(registry);
 * }</pre>
 */
@Incubating
public final class ProxyMeters implements MeterBinder, AutoCloseable {
    /** Sessions by {@code state}: login, active, idle, idle_in_transaction. */
    public static final String SESSIONS = "sharding.proxy.sessions";

    /** Connections that clients have made. */
    public static final String CONNECTIONS = "sharding.proxy.connections";

    /** Logins that were refused. */
    public static final String REFUSED_LOGINS = "sharding.proxy.logins.refused";

    /** Statements that clients have executed. */
    public static final String STATEMENTS = "sharding.proxy.statements";

    /** Bytes by {@code direction}: received, sent. */
    public static final String BYTES = "sharding.proxy.bytes";

    private final ProxyStatistics statistics;
    private final Tags tags;
    /** Guarded by this. */
    private final BoundMeters bound = new BoundMeters();

    /** Without tags but those of its own. */
    public ProxyMeters(ShardingProxy proxy) {
        this(proxy, List.of());
    }

    /** @param tags of every meter, besides its own */
    public ProxyMeters(ShardingProxy proxy, Iterable<Tag> tags) {
        this.statistics = proxy.statistics();
        this.tags = Tags.of("port", String.valueOf(proxy.port())).and(tags);
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        for (ProxySession.State state : ProxySession.State.values()) {
            Meter sessions = Gauge.builder(SESSIONS, statistics, all -> all.sessions().stream()
                            .filter(each -> each.state() == state)
                            .count())
                    .description("Sessions of clients by what they do")
                    .tags(tags.and("state", state.name().toLowerCase(Locale.ROOT)))
                    .register(registry);
            bound.add(registry, sessions);
        }
        count(registry, CONNECTIONS, "Connections that clients have made", tags, ProxyStatistics::connections);
        count(registry, REFUSED_LOGINS, "Logins that were refused", tags, ProxyStatistics::refusedLogins);
        count(registry, STATEMENTS, "Statements of clients", tags, ProxyStatistics::statements);
        String bytes = "Bytes of messages, before they are encrypted";
        count(registry, BYTES, bytes, tags.and("direction", "received"), ProxyStatistics::receivedBytes);
        count(registry, BYTES, bytes, tags.and("direction", "sent"), ProxyStatistics::sentBytes);
    }

    private void count(
            MeterRegistry registry,
            String name,
            String description,
            Tags own,
            ToDoubleFunction<ProxyStatistics> value) {
        Meter counter = FunctionCounter.builder(name, statistics, value)
                .description(description)
                .tags(own)
                .register(registry);
        bound.add(registry, counter);
    }

    /** Removes the meters. */
    @Override
    public synchronized void close() {
        bound.remove();
    }
}
