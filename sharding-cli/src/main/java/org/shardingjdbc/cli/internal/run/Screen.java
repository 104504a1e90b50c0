package org.shardingjdbc.cli.internal.run;

import java.sql.SQLException;
import org.shardingjdbc.cli.internal.draw.Drawing;
import org.shardingjdbc.cli.internal.output.Output;

/** Where drawn rows appear: at once, or page by page. */
public interface Screen {
    /** Where everything goes, at the width that it has now. */
    Output output();

    /** Shows the lines of a drawing, to its end or until the reader has enough. */
    void show(Drawing drawing) throws SQLException;

    /** Whether the reader turned away before the end of the last drawing. */
    boolean leftEarly();

    /** Lines one after the other. */
    static Screen plain(Output output) {
        return new Screen() {
            @Override
            public Output output() {
                return output;
            }

            @Override
            public void show(Drawing drawing) throws SQLException {
                for (String line = drawing.nextLine(); line != null; line = drawing.nextLine()) {
                    output.out().println(line);
                }
                output.out().flush();
            }

            @Override
            public boolean leftEarly() {
                return false;
            }
        };
    }
}
