package org.shardingjdbc.cli.terminal;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jline.builtins.ScreenTerminal;

/** The command line in a pseudo-terminal, with a screen that shows what a user would see. One per test. */
final class TerminalScreen implements AutoCloseable {
    private static final long PATIENCE_NANOS = 40_000_000_000L;

    private final PtyProcess process;
    private final ScreenTerminal screen;
    private final StringBuilder raw = new StringBuilder();
    private final Thread pump;
    private int width;
    private int height;

    TerminalScreen(int width, int height, Map<String, String> environment, List<String> command) throws IOException {
        this.width = width;
        this.height = height;
        Map<String, String> all = new HashMap<>(System.getenv());
        all.put("TERM", "xterm-256color");
        all.remove("NO_COLOR");
        all.putAll(environment);
        process = new PtyProcessBuilder(command.toArray(String[]::new))
                .setEnvironment(all)
                .setInitialColumns(width)
                .setInitialRows(height)
                .start();
        screen = new ScreenTerminal(width, height);
        pump = new Thread(this::pump, "terminal-screen");
        pump.setDaemon(true);
        pump.start();
    }

    private void pump() {
        char[] buffer = new char[4096];
        InputStream out = process.getInputStream();
        try (Reader reader = new InputStreamReader(out, StandardCharsets.UTF_8)) {
            for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
                synchronized (raw) {
                    raw.append(buffer, 0, count);
                    screen.write(String.valueOf(buffer, 0, count));
                }
            }
        } catch (IOException e) {
            // the process is gone, and its terminal with it
            return;
        }
    }

    /** Presses keys. */
    void type(String keys) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write(keys.getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    void resize(int newWidth, int newHeight) throws IOException {
        synchronized (raw) {
            width = newWidth;
            height = newHeight;
            screen.setSize(newWidth, newHeight);
        }
        process.setWinSize(new WinSize(newWidth, newHeight));
    }

    /** What stands on the screen. */
    String text() {
        synchronized (raw) {
            long[] cells = new long[width * height];
            screen.dump(cells, 0, 0, height, width, null);
            StringBuilder text = new StringBuilder();
            for (int row = 0; row < height; row++) {
                StringBuilder line = new StringBuilder();
                for (int column = 0; column < width; column++) {
                    line.appendCodePoint((int) (cells[row * width + column] & 0xffffffffL));
                }
                text.append(line.toString().stripTrailing()).append('\n');
            }
            return text.toString();
        }
    }

    /** All that was written so far, with what moves and colours. */
    String raw() {
        synchronized (raw) {
            return raw.toString();
        }
    }

    /** Forgets what was written so far. */
    void forget() {
        synchronized (raw) {
            raw.setLength(0);
        }
    }

    /** Waits for a text on the screen. */
    void await(String text) throws InterruptedException {
        await(shown -> shown.contains(text.stripTrailing()), text);
    }

    void await(Predicate<String> wanted, String what) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!wanted.test(text())) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not on the screen: " + what + "\n" + text());
            }
            Thread.sleep(30);
        }
    }

    /** Waits for the end of the process, and returns its exit code. */
    int end() throws InterruptedException {
        int code = process.waitFor();
        pump.join(5000);
        return code;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
