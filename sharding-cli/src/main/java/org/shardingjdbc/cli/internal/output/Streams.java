package org.shardingjdbc.cli.internal.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.shardingjdbc.cli.internal.draw.Palette;

/** The streams of this process: which of them are screens, and how they look. Stateless. */
public final class Streams {
    private static final int UNKNOWN_WIDTH = 80;

    private Streams() {}

    /** When colours are written. */
    public enum Colours {
        /** On a screen, unless {@code NO_COLOR} is set. */
        AUTO,
        /** Always. */
        ALWAYS,
        /** Never. */
        NEVER;

        boolean on(boolean screen, Map<String, String> environment) {
            return switch (this) {
                case ALWAYS -> true;
                case NEVER -> false;
                case AUTO ->
                    screen
                            && environment.getOrDefault("NO_COLOR", "").isEmpty()
                            && !"dumb".equals(environment.get("TERM"));
            };
        }
    }

    /** Standard output and standard error as they are. */
    public static Output standard(Colours colours, boolean ascii) {
        boolean outIsScreen = isScreen(SystemStream.Output);
        boolean errIsScreen = isScreen(SystemStream.Error);
        boolean live = outIsScreen && errIsScreen && !"dumb".equals(System.getenv("TERM"));
        return new Output(
                writer(new ReportingStream(new FileOutputStream(FileDescriptor.out))),
                writer(new FileOutputStream(FileDescriptor.err)),
                new Palette(colours.on(outIsScreen, System.getenv()), !ascii),
                new Palette(colours.on(errIsScreen, System.getenv()), !ascii),
                outIsScreen ? width() : 0,
                live);
    }

    /** UTF-8 whatever the locale says: a value must not become question marks in a file. */
    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
    }

    /** Whether both ends of a conversation are there. */
    public static boolean isConversation() {
        return isScreen(SystemStream.Input) && isScreen(SystemStream.Output);
    }

    private static boolean isScreen(SystemStream stream) {
        try {
            return TerminalProvider.load("jni").isSystemStream(stream);
        } catch (IOException | LinkageError e) {
            // no library for this system: what the JVM itself knows
            return System.console() != null;
        }
    }

    private static int width() {
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            int width = terminal instanceof DumbTerminal ? 0 : terminal.getWidth();
            return width > 0 ? width : UNKNOWN_WIDTH;
        } catch (IOException e) {
            return UNKNOWN_WIDTH;
        }
    }

    /**
     * A stream whose first failure is told, by an exception that a {@link java.io.PrintWriter} does not keep to itself.
     * What is written behind it is dropped. As thread-safe as the stream that it writes to.
     */
    static final class ReportingStream extends OutputStream {
        private final OutputStream stream;
        private volatile boolean lost;

        ReportingStream(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (lost) {
                return;
            }
            try {
                stream.write(bytes, from, length);
            } catch (IOException e) {
                lost = true;
                throw new OutputLostException(e);
            }
        }
    }

    /** What was asked for cannot be written: the disk is full, or nobody reads it any more. */
    public static final class OutputLostException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        OutputLostException(IOException cause) {
            super("Standard output cannot be written: " + cause.getMessage(), cause);
        }

        /** Whether its reader has enough, as {@code head} has. */
        public boolean isUnread() {
            return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
        }
    }
}
