package org.shardingjdbc.proxy.internal.postgresql;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ClientOutput;

/** Writes the messages of the server. A message is begun, filled and ended; nothing of one that is given up is sent. */
final class MessageWriter {
    private final ClientOutput output;
    private ByteBuf buffer;
    private int start;

    MessageWriter(ClientOutput output) {
        this.output = output;
        this.buffer = io.netty.buffer.Unpooled.EMPTY_BUFFER;
    }

    MessageWriter begin(char type) {
        buffer = output.buffer();
        start = buffer.writerIndex();
        buffer.writeByte(type);
        buffer.writeInt(0);
        return this;
    }

    MessageWriter int32(int value) {
        buffer.writeInt(value);
        return this;
    }

    MessageWriter int16(int value) {
        buffer.writeShort(value);
        return this;
    }

    MessageWriter int8(int value) {
        buffer.writeByte(value);
        return this;
    }

    /** With a zero byte behind it; one inside of it ends it. */
    MessageWriter text(String value) {
        int zero = value.indexOf('\0');
        buffer.writeCharSequence(zero < 0 ? value : value.substring(0, zero), StandardCharsets.UTF_8);
        buffer.writeByte(0);
        return this;
    }

    MessageWriter bytes(byte[] value) {
        buffer.writeBytes(value);
        return this;
    }

    MessageWriter bytes(byte[] value, int length) {
        buffer.writeBytes(value, 0, length);
        return this;
    }

    /** With its length before it. */
    MessageWriter value(byte[] value) {
        buffer.writeInt(value.length);
        buffer.writeBytes(value);
        return this;
    }

    /** A text with its length before it. */
    MessageWriter value(String value) {
        int at = buffer.writerIndex();
        buffer.writeInt(0);
        int length = buffer.writeCharSequence(value, StandardCharsets.UTF_8);
        buffer.setInt(at, length);
        return this;
    }

    MessageWriter nullValue() {
        buffer.writeInt(-1);
        return this;
    }

    void end() {
        buffer.setInt(start + 1, buffer.writerIndex() - start - 1);
    }

    /** Takes back what was begun. */
    void giveUp() {
        buffer.writerIndex(start);
    }

    /** A message without a body. */
    void empty(char type) {
        begin(type).end();
    }

    void paced() throws ClientGone {
        output.paced();
    }

    void flush() throws ClientGone {
        output.flush();
    }

    // ---- messages that have one form

    /** @param severity ERROR, or FATAL where the session ends by it */
    void error(String severity, String state, String message) {
        told('E', severity, state, message);
    }

    void error(SQLException error) {
        new ErrorFields(error).write(begin('E'), "ERROR");
        end();
    }

    void notice(String severity, String state, String message) {
        told('N', severity, state, message);
    }

    private void told(char type, String severity, String state, String message) {
        begin(type)
                .int8('S')
                .text(severity)
                .int8('V')
                .text(severity)
                .int8('C')
                .text(state)
                .int8('M')
                .text(message)
                .int8(0)
                .end();
    }

    void parameterStatus(String name, String value) {
        begin('S').text(name).text(value).end();
    }

    void commandComplete(String tag) {
        begin('C').text(tag).end();
    }

    void readyForQuery(char status) {
        begin('Z').int8(status).end();
    }
}
