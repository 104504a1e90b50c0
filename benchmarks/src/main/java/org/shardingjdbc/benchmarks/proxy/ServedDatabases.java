package org.shardingjdbc.benchmarks.proxy;

import java.nio.file.Path;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;

/** A proxy of ours in a JVM of its own: serves a YAML on a port until its input ends. */
public final class ServedDatabases {
    private static final int MOST_CLIENTS = 20_000;

    private ServedDatabases() {}

    /** @param arguments the YAML, and the port */
    public static void main(String... arguments) throws Exception {
        ProxyOptions options = ProxyOptions.onPort(Integer.parseInt(arguments[1]))
                .trustEveryone()
                .clients(MOST_CLIENTS);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(Path.of(arguments[0]));
                ShardingProxy proxy = ShardingProxy.start(dataSource, options)) {
            System.out.println(MiddleProcess.READY + " " + proxy.port());
            while (System.in.read() >= 0) {
                // whoever has started it closes its input
            }
        }
    }
}
