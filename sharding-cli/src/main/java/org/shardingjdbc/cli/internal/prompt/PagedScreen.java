package org.shardingjdbc.cli.internal.prompt;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jline.builtins.Less;
import org.jline.builtins.Source;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.draw.Drawing;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.run.Screen;

/** A terminal: what is higher than it is shown page by page, and rows are read as far as the reader goes. */
final class PagedScreen implements Screen {
    private static final int OTHER_LINES = 3;

    private final Terminal terminal;
    private final Output output;
    private boolean paging = true;
    private boolean leftEarly;

    PagedScreen(Terminal terminal, Output output) {
        this.terminal = terminal;
        this.output = output;
    }

    /** Shows large results page by page, or all at once. */
    void paging(boolean on) {
        paging = on;
    }

    boolean paging() {
        return paging;
    }

    @Override
    public Output output() {
        return output.at(Math.max(20, terminal.getWidth()));
    }

    @Override
    public boolean leftEarly() {
        return leftEarly;
    }

    @Override
    public void show(Drawing drawing) throws SQLException {
        leftEarly = false;
        int height = terminal.getHeight() - OTHER_LINES;
        Deque<String> first = new ArrayDeque<>();
        String line = drawing.nextLine();
        while (line != null && (!paging || height <= 0 || first.size() < height)) {
            if (paging && height > 0) {
                first.add(line);
            } else {
                output.out().println(line);
            }
            line = drawing.nextLine();
        }
        if (line == null) {
            first.forEach(output.out()::println);
            output.out().flush();
            return;
        }
        first.add(line);
        page(new Lines(first, drawing));
    }

    private void page(Lines lines) throws SQLException {
        output.out().flush();
        Less less = new Less(terminal, Path.of(""));
        less.chopLongLines = true;
        try {
            less.run(new Source.InputStreamSource(lines, false, "rows (q to leave)"));
        } catch (IOException e) {
            if (lines.failure == null) {
                throw new SQLException("The terminal cannot be written to: " + e.getMessage(), e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (lines.failure != null) {
            throw lines.failure;
        }
        leftEarly = !lines.ended;
    }

    /** The lines as a stream that is drawn as it is read. */
    private static final class Lines extends InputStream {
        private final Deque<String> first;
        private final Drawing rest;
        private InputStream line = InputStream.nullInputStream();
        private boolean ended;
        private @Nullable SQLException failure;

        Lines(Deque<String> first, Drawing rest) {
            this.first = first;
            this.rest = rest;
        }

        @Override
        public int read() throws IOException {
            int next = line.read();
            return next >= 0 || !advance() ? next : line.read();
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count = line.read(bytes, from, length);
            // a line at a time: the reader asks for no more rows than it shows
            return count >= 0 || length == 0 || !advance() ? count : line.read(bytes, from, length);
        }

        private boolean advance() throws IOException {
            try {
                String text = first.isEmpty() ? ended ? null : rest.nextLine() : first.remove();
                ended = text == null;
                if (ended) {
                    return false;
                }
                line = new ByteArrayInputStream((text + "\n").getBytes(StandardCharsets.UTF_8));
                return true;
            } catch (SQLException e) {
                failure = e;
                ended = true;
                return false;
            }
        }
    }
}
