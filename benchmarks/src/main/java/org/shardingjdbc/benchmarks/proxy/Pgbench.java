package org.shardingjdbc.benchmarks.proxy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * One run of pgbench.
 *
 * @param script by pgbench's own name: select-only, simple-update, tpcb-like
 * @param mode of its queries: simple, extended, prepared
 */
record Pgbench(String script, String mode, int clients) {
    private static final String LINE = "tps = ";
    private static final int MOST_THREADS = 2;

    /** Where Debian has it, or on the path. */
    private static String program() {
        File[] versions = new File("/usr/lib/postgresql").listFiles();
        for (File each : versions == null ? new File[0] : versions) {
            File program = new File(each, "bin/pgbench");
            if (program.canExecute()) {
                return program.getPath();
            }
        }
        return "pgbench";
    }

    /**
     * Transactions per second, without the time to connect.
     *
     * @throws IOException when it fails, with what it said
     */
    double run(int port, int seconds) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        program(),
                        "-h",
                        "127.0.0.1",
                        "-p",
                        String.valueOf(port),
                        "-U",
                        "postgres",
                        "-n",
                        "-b",
                        script,
                        "-M",
                        mode,
                        "-c",
                        String.valueOf(clients),
                        "-j",
                        String.valueOf(Math.min(clients, MOST_THREADS)),
                        "-T",
                        String.valueOf(seconds),
                        ServedServer.PLAIN))
                .redirectErrorStream(true);
        builder.environment().put("PGPASSWORD", "postgres");
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int ended = process.waitFor();
        int at = said.indexOf(LINE);
        if (ended != 0 || at < 0) {
            throw new IOException(this + ": " + said);
        }
        int from = at + LINE.length();
        return Double.parseDouble(said.substring(from, said.indexOf(' ', from)));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s, %s, %d", script, mode, clients);
    }
}
