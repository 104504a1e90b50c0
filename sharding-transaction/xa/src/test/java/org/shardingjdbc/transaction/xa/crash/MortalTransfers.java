package org.shardingjdbc.transaction.xa.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.ChildJvm;

/** Processes that make transfers until they die, one after the other. */
final class MortalTransfers {
    private final Accounts accounts;
    private final Random random;
    private final List<Integer> acknowledged = new ArrayList<>();
    private int nextNumber = 1;
    private int deaths;

    /** @param random says how late one dies that somebody else kills */
    MortalTransfers(Accounts accounts, Random random) {
        this.accounts = accounts;
        this.random = random;
    }

    /** The numbers of those that were acknowledged. */
    List<Integer> acknowledged() {
        return acknowledged;
    }

    /** How many may have been done without being acknowledged. */
    int deaths() {
        return deaths;
    }

    /**
     * Runs one until it dies.
     *
     * @param errors where it writes its log
     */
    void die(TransactionConfiguration transactions, StopPoint point, File errors)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(transactions, point))
                .redirectError(errors)
                .start();
        int before = acknowledged.size();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith(TransferProcess.DONE)) {
                    continue;
                }
                acknowledged.add(Integer.valueOf(line.substring(TransferProcess.DONE.length())));
                if (point == StopPoint.ANYWHERE && acknowledged.size() == before + 2) {
                    killLater(process, random.nextInt(300));
                }
            }
        }
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(acknowledged).as("see %s", errors).hasSizeGreaterThan(before);
        nextNumber = acknowledged.get(acknowledged.size() - 1) + 2;
        deaths++;
    }

    private List<String> command(TransactionConfiguration transactions, StopPoint point) {
        List<String> command = ChildJvm.command(
                "-cp",
                ChildJvm.classPath(),
                TransferProcess.class.getName(),
                accounts.urls()[0],
                accounts.urls()[1],
                accounts.user(),
                accounts.password(),
                point.name(),
                Integer.toString(nextNumber),
                transactions.defaultType(),
                Objects.requireNonNullElse(transactions.providerType(), ""));
        transactions.props().forEach((name, value) -> {
            command.add(name);
            command.add(value);
        });
        return command;
    }

    private static void killLater(Process process, int millis) {
        Thread killer = new Thread(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            // the process itself would close the stream, with lines that nobody has read
            process.toHandle().destroyForcibly();
        });
        killer.setDaemon(true);
        killer.start();
    }
}
