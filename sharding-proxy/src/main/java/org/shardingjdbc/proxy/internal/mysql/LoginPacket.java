package org.shardingjdbc.proxy.internal.mysql;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/**
 * What a client answers to the {@link Greeting}, or says when it changes its user.
 *
 * @param capabilities what it can, of what it was offered
 * @param collation the number of a collation of its character set
 * @param answer to the nonce
 * @param database null where it names none
 * @param method by which the answer was made; null where the client does not say
 */
record LoginPacket(
        int capabilities,
        int collation,
        String user,
        byte[] answer,
        @Nullable String database,
        @Nullable String method) {
    /** How long the part is that a client sends before it asks for TLS, with nothing behind it. */
    private static final int TLS_REQUEST_LENGTH = 32;

    private static final int RESERVED = 23;

    /** Whether the packet asks for TLS; the {@link LoginPacket} follows it, encrypted. */
    static boolean asksForTls(byte[] payload) throws ProtocolViolation {
        return payload.length == TLS_REQUEST_LENGTH && has(new PacketReader(payload).int4(), Capabilities.TLS);
    }

    private static boolean has(int capabilities, int capability) {
        return (capabilities & capability) != 0;
    }

    static LoginPacket read(byte[] payload) throws ProtocolViolation {
        PacketReader in = new PacketReader(payload);
        int capabilities = in.int4();
        if (!has(capabilities, Capabilities.PROTOCOL_41) || !has(capabilities, Capabilities.SECURE_CONNECTION)) {
            throw new ProtocolViolation("The client speaks a protocol older than 4.1");
        }
        in.int4();
        int collation = in.int1();
        in.skip(RESERVED);
        String user = in.nameUntilZero();
        byte[] answer =
                has(capabilities, Capabilities.LENGTH_ENCODED_AUTH) ? in.lengthEncodedBytes() : in.bytes(in.int1());
        String database = has(capabilities, Capabilities.CONNECT_WITH_DATABASE) ? in.optionalName() : null;
        String method = has(capabilities, Capabilities.PLUGIN_AUTH) ? in.optionalName() : null;
        // Attributes of the connection follow, which nobody asks for here.
        return new LoginPacket(capabilities, collation, user, answer, emptyAsNone(database), method);
    }

    /** Of COM_CHANGE_USER, behind its first byte. */
    static LoginPacket change(PacketReader in, int capabilities) throws ProtocolViolation {
        String user = in.nameUntilZero();
        byte[] answer = in.bytes(in.int1());
        String database = in.nameUntilZero();
        int collation = in.remaining() >= 2 ? in.int2() : 0;
        String method = has(capabilities, Capabilities.PLUGIN_AUTH) ? in.optionalName() : null;
        return new LoginPacket(capabilities, collation, user, answer, emptyAsNone(database), method);
    }

    private static @Nullable String emptyAsNone(@Nullable String database) {
        return database == null || database.isEmpty() ? null : database;
    }
}
