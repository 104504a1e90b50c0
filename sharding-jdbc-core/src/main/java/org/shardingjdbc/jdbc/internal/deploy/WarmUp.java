package org.shardingjdbc.jdbc.internal.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.library.ClassPathResource;
import org.shardingjdbc.parser.internal.SqlParser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans statements in the background after the start, so that the first users do not wait for the parser, its classes
 * and the metadata of the tables. Nothing is executed. One thread, a daemon, ends with its work or with {@link #close}.
 * Safe for all threads.
 */
final class WarmUp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final String CLASSPATH = "classpath:";
    private static final String FILE = "file:";

    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    /**
     * Begins; what an earlier call began ends after its statement.
     *
     * @param prop the prop {@code warm-up}
     * @throws ShardingException when the script cannot be found or read
     */
    synchronized void start(String prop, Deployment deployment) {
        if (prop.isEmpty() || closed) {
            return;
        }
        List<String> statements = new SqlParser(deployment.dialect()).statements(script(prop));
        Thread begun =
                new Thread(() -> plan(statements, deployment), "sharding-" + deployment.databaseName() + "-warm-up");
        begun.setDaemon(true);
        thread = begun;
        begun.start();
    }

    private static String script(String prop) {
        try {
            if (prop.startsWith(FILE)) {
                return Files.readString(Path.of(prop.substring(FILE.length())));
            }
            return prop.startsWith(CLASSPATH) ? resource(prop) : prop;
        } catch (IOException | RuntimeException e) {
            throw ShardingException.causedBy(e, ErrorCode.WARM_UP_UNREADABLE, prop, e.toString());
        }
    }

    private static String resource(String prop) throws IOException {
        try (InputStream script = ClassPathResource.open(prop.substring(CLASSPATH.length()))) {
            if (script == null) {
                throw new IOException("there is no such resource");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void plan(List<String> statements, Deployment deployment) {
        int planned = 0;
        for (String sql : statements) {
            if (closed || thread != Thread.currentThread()) {
                return;
            }
            try {
                deployment.plan(sql);
                planned++;
            } catch (RuntimeException | StackOverflowError e) {
                if (!closed) {
                    LOG.warn("Warming up could not plan: {}", sql, e);
                }
            }
        }
        LOG.debug("Planned {} of {} statements to warm up", planned, statements.size());
    }

    /** Ends after the statement that is being planned. */
    @Override
    public synchronized void close() {
        closed = true;
        thread = null;
    }
}
