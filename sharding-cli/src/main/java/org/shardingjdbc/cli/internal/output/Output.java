package org.shardingjdbc.cli.internal.output;

import java.io.PrintWriter;
import java.util.List;
import org.shardingjdbc.cli.internal.draw.ErrorText;
import org.shardingjdbc.cli.internal.draw.Palette;

/**
 * What a command writes to. One per run; used by one thread at a time.
 *
 * @param out what was asked for
 * @param err errors, warnings and progress
 * @param palette how {@code out} looks
 * @param errorPalette how {@code err} looks
 * @param screen how wide {@code out} is; 0 when it is no screen
 * @param live whether lines of {@code err} may be written and erased again
 */
public record Output(
        PrintWriter out, PrintWriter err, Palette palette, Palette errorPalette, int screen, boolean live) {
    /** The same at another width. */
    public Output at(int width) {
        return new Output(out, err, palette, errorPalette, width, live);
    }

    /** Writes lines to where what was asked for goes. */
    public void lines(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }

    /** Writes an error. */
    public void error(Throwable error) {
        out.flush();
        ErrorText.of(error, errorPalette).forEach(err::println);
        err.flush();
    }

    /** Writes a remark that belongs to nobody's data. */
    public void remark(String text) {
        out.flush();
        err.println(errorPalette.paint(Palette.Role.DIM, text));
        err.flush();
    }
}
