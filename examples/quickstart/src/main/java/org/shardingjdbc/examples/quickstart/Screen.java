package org.shardingjdbc.examples.quickstart;

import java.io.IOException;
import java.nio.charset.Charset;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.shardingjdbc.cli.internal.draw.Palette;

/** What standard output can show. */
final class Screen {
    private Screen() {}

    /** Colours on a terminal, unless NO_COLOR is set; none in files and pipes. */
    static Palette palette() {
        boolean wanted =
                System.getenv().getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(System.getenv("TERM"));
        return Palette.of(wanted && isTerminal(), Charset.defaultCharset());
    }

    private static boolean isTerminal() {
        try {
            return TerminalProvider.load("jni").isSystemStream(SystemStream.Output);
        } catch (IOException | LinkageError e) {
            // JLine has no library for this system
            return false;
        }
    }
}
