package org.shardingjdbc.cli.internal.output;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream whose first failure is told, by an exception that a {@link java.io.PrintWriter} does not keep to itself.
 * What is written behind it is dropped. As thread-safe as the stream that it writes to.
 */
final class ReportingStream extends OutputStream {
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
