package org.shardingjdbc.proxy.internal.operation;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.shardingjdbc.proxy.internal.server.ProxyServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells over HTTP whether the process lives ({@code /health/live}), whether it is of use to new clients
 * ({@code /health/ready}), and what it has counted ({@code /metrics}), where the application gives that.
 */
public final class HealthEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HealthEndpoint.class);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;

    private final ProxyServer server;
    private final @Nullable Supplier<String> metrics;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "sharding-proxy-health");
        thread.setDaemon(true);
        return thread;
    });
    private final DataSourceHealth health;
    private final HttpServer http;

    private record Answer(int status, String type, String text) {
        static Answer plain(int status, String text) {
            return new Answer(status, "text/plain; charset=utf-8", text);
        }
    }

    /**
     * @param address port 0 for any that is free
     * @param metrics in the text format of Prometheus; null for none
     * @throws IOException when it cannot listen there
     */
    public HealthEndpoint(
            InetSocketAddress address, ProxyServer server, LogicDatabases databases, @Nullable Supplier<String> metrics)
            throws IOException {
        this.server = server;
        this.metrics = metrics;
        this.health = new DataSourceHealth(databases, threads);
        this.http = HttpServer.create(address, 0);
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    /** On which it listens. */
    public int port() {
        return http.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer;
            try {
                String method = exchange.getRequestMethod();
                answer = method.equals("GET") || method.equals("HEAD")
                        ? answer(exchange.getRequestURI().getPath())
                        : Answer.plain(NOT_ALLOWED, "GET only\n");
            } catch (RuntimeException e) {
                LOG.error("A request for {} failed", exchange.getRequestURI(), e);
                answer = Answer.plain(FAILED, "failed, see the log\n");
            }
            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), head ? -1 : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private Answer answer(String path) {
        return switch (path) {
            case "/health/live" -> Answer.plain(OK, "live\n");
            case "/health/ready" -> ready();
            case "/metrics" ->
                metrics == null
                        ? Answer.plain(NOT_FOUND, "no metrics are given to the proxy\n")
                        : new Answer(OK, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
            default -> Answer.plain(NOT_FOUND, "/health/live, /health/ready, /metrics\n");
        };
    }

    private Answer ready() {
        if (server.isDraining()) {
            return Answer.plain(UNAVAILABLE, "draining\n");
        }
        String silent = health.silent();
        return silent == null
                ? Answer.plain(OK, "ready\n")
                : Answer.plain(UNAVAILABLE, "no data source of " + silent + " answers\n");
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdown();
    }
}
