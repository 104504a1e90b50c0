package org.shardingjdbc.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The operating system's view of a server. Stateless. */
final class ServerProcess {
    private static final int PATIENCE_SECONDS = 120;

    private ServerProcess() {}

    /** Kills a process and those that it started, and returns when they are gone. */
    static void kill(long pid) throws IOException {
        ProcessHandle main = ProcessHandle.of(pid).orElseThrow(() -> new IOException("No process " + pid));
        List<ProcessHandle> all = new ArrayList<>(List.of(main));
        main.descendants().forEach(all::add);
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            for (ProcessHandle each : all) {
                each.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Process " + pid + " does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while process " + pid + " ends", e);
        }
    }
}
