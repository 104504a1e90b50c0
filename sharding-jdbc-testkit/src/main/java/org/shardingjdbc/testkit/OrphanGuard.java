package org.shardingjdbc.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Ends a server process and removes its data even if this JVM is killed: a shell waits on a pipe that this JVM holds
 * open, and acts when the pipe breaks. Where there is no {@code /bin/sh} it does nothing.
 */
final class OrphanGuard {
    private static final String SCRIPT = "trap '' INT HUP TERM; pid=$1; "
            + "while read order && [ \"$order\" != end ]; do pid=$order; done; "
            + "[ \"$pid\" != none ] && kill -TERM \"$pid\" 2>/dev/null; "
            + "n=0; while kill -0 \"$pid\" 2>/dev/null && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done; "
            + "[ \"$pid\" != none ] && kill -KILL \"$pid\" 2>/dev/null; rm -rf \"$2\"";

    private final Process shell;

    private OrphanGuard(Process shell) {
        this.shell = shell;
    }

    /** Watches over a process and its directory from now on. */
    static OrphanGuard over(long pid, Path directory) throws IOException {
        if (!Files.isExecutable(Path.of("/bin/sh"))) {
            return new OrphanGuard(null);
        }
        Process shell = new ProcessBuilder("/bin/sh", "-c", SCRIPT, "sh", Long.toString(pid), directory.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new OrphanGuard(shell);
    }

    /** The process has ended; there is none until {@link #nowOver}. */
    void ended() throws IOException {
        order("none");
    }

    /** Watches over that process instead of the one before. */
    void nowOver(long pid) throws IOException {
        order(Long.toString(pid));
    }

    private void order(String line) throws IOException {
        if (shell != null) {
            shell.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            shell.getOutputStream().flush();
        }
    }

    /** Ends the process if it still runs, removes the directory, and returns when that is done. */
    void endNow() {
        if (shell == null) {
            return;
        }
        try {
            order("end");
            shell.getOutputStream().close();
            shell.waitFor(15, TimeUnit.SECONDS);
        } catch (IOException e) {
            shell.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
