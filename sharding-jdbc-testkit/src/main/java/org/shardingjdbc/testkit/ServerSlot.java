package org.shardingjdbc.testkit;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Where a build keeps one server, or may: files by which JVMs tell each other of it.
 *
 * @param name of the server, which the files begin with
 */
record ServerSlot(Path folder, String name) {
    private static final String ENDING = ".properties";
    private static final int PATIENCE_SECONDS = 60;

    /**
     * A server that runs.
     *
     * @param traces what it remembered when it was new
     * @param keeper the process that keeps it
     * @param since when that one began, as others may get its number
     */
    record Content(ServerAddress address, ServerTraces traces, long keeper, String since) {}

    /** Locked by the JVM that has the server. */
    Path lease() {
        return folder.resolve(name + ".lease");
    }

    /** What the server's keeper says. */
    Path log() {
        return folder.resolve(name + ".log");
    }

    private Path file() {
        return folder.resolve(name + ENDING);
    }

    /** The server in it, or null. */
    Content content() throws IOException {
        if (!Files.exists(file())) {
            return null;
        }
        Properties read = new Properties();
        read.load(new StringReader(Files.readString(file())));
        ServerAddress address = new ServerAddress(
                read.getProperty("prefix"),
                read.getProperty("suffix"),
                read.getProperty("user"),
                read.getProperty("password"));
        return new Content(
                address,
                ServerTraces.read(read.getProperty("databases"), read.getProperty("rest")),
                Long.parseLong(read.getProperty("keeper")),
                read.getProperty("since"));
    }

    /** Tells others of a server that this process keeps. */
    void fill(ServerAddress address, ServerTraces traces) throws IOException {
        Properties written = new Properties();
        written.setProperty("prefix", address.urlPrefix());
        written.setProperty("suffix", address.urlSuffix());
        written.setProperty("user", address.user());
        written.setProperty("password", address.password());
        written.setProperty("databases", traces.written());
        written.setProperty("rest", traces.rest());
        written.setProperty("keeper", Long.toString(ProcessHandle.current().pid()));
        written.setProperty("since", begin(ProcessHandle.current()));
        StringWriter text = new StringWriter();
        written.store(text, null);
        Path unfinished = folder.resolve(name + ".unfinished");
        Files.writeString(unfinished, text.toString());
        Files.move(unfinished, file(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** There is no server for others any more. */
    void empty() throws IOException {
        Files.deleteIfExists(file());
    }

    /** Whether no server of the folder runs that others know of. */
    boolean isLast() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.noneMatch(each -> each.toString().endsWith(ENDING));
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends the server and the process that keeps it. */
    void end() throws IOException {
        Content content = content();
        empty();
        if (content == null) {
            return;
        }
        Optional<ProcessHandle> keeper = ProcessHandle.of(content.keeper())
                .filter(process -> begin(process).equals(content.since()));
        if (keeper.isEmpty()) {
            return;
        }
        keeper.get().destroy();
        try {
            keeper.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The keeper of " + name + " does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
    }

    private static String begin(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("");
    }
}
