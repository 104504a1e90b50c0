package org.shardingjdbc.cli.internal.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Serves the databases to clients of other languages until it is told to end. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Serve the databases to clients of other languages, by the wire protocol of the databases themselves.",
            "Users are those that the YAML, or the file of --users, names under 'authority'. Ends by Ctrl-C or a signal:",
            "takes no more clients then, and waits for transactions that are open.",
            "Examples:",
            "  serve --port 5433",
            "  serve --port 5433 --host 0.0.0.0 --users users.yaml --certificate chain.pem --key key.pem --health 8080"
        })
final class ServeCommand implements Callable<Integer> {
    /** How long it may take to close what is open when no transaction is waited for any more. */
    private static final Duration END = Duration.ofSeconds(20);

    @ParentCommand
    private Opening.Owner root;

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", required = true, description = "The port; 0 for any that is free.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address to listen on (default: 127.0.0.1); 0.0.0.0 for all of the machine.")
    private String host;

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description = "A YAML with 'authority' (default: the one of the configuration).")
    private @Nullable Path users;

    @Option(names = "--trust", description = "Ask nobody for a password. For tests.")
    private boolean trust;

    @Option(names = "--certificate", paramLabel = "FILE", description = "The chain of certificates for TLS, in PEM.")
    private @Nullable File certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "The private key of the certificate, in PEM.")
    private @Nullable File key;

    @Option(
            names = "--clients",
            paramLabel = "NUMBER",
            defaultValue = "1000",
            description = "How many clients may be logged in at once (default: 1000).")
    private int clients;

    @Option(
            names = "--health",
            paramLabel = "PORT",
            description = "Answer /health/live and /health/ready over HTTP on this port.")
    private @Nullable Integer health;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How long open transactions are waited for at the end (default: 10).")
    private int patience;

    /**
     * A signal ends the process as soon as its hooks have run, and what is served and open is closed by this thread:
     * the hook waits for that.
     */
    @Override
    public Integer call() throws SQLException, NotOpenException {
        CountDownLatch signal = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    signal.countDown();
                    await(closed, Duration.ofSeconds(patience).plus(END));
                },
                "sharding-proxy-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            serve(signal);
            return ExitCode.DONE;
        } finally {
            closed.countDown();
            forget(hook);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process ends, and the hook runs
        }
    }

    private void serve(CountDownLatch end) throws SQLException, NotOpenException {
        Output output = root.opening().output();
        try (OpenedDatabase database = root.opening().join();
                ShardingProxy proxy = ShardingProxy.start(database.dataSource(), options())) {
            output.lines(List.of("serving on " + host + ":" + proxy.port()
                    + (health == null ? "" : ", health on port " + proxy.healthPort())));
            await(end, Duration.ofDays(Integer.MAX_VALUE));
        } catch (ShardingException e) {
            throw new NotOpenException(e);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Or until this thread is interrupted. */
    private static void await(CountDownLatch latch, Duration atMost) {
        try {
            latch.await(atMost.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            // it ends, then
        }
    }

    private ProxyOptions options() throws IOException {
        ProxyOptions options =
                ProxyOptions.onPort(port).host(host).clients(clients).patience(Duration.ofSeconds(patience));
        if (trust && users != null) {
            throw new ParameterException(spec.commandLine(), "Name --users, or let everyone in by --trust, not both.");
        }
        options = trust ? options.trustEveryone() : root.opening().users(options, users);
        if (certificate != null && key != null) {
            options = options.certificate(certificate, key);
        } else if (certificate != null || key != null) {
            throw new ParameterException(spec.commandLine(), "Name both --certificate and --key, or neither.");
        }
        return health == null ? options : options.health(health);
    }
}
