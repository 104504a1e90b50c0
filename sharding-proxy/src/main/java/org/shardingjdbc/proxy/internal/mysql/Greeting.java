package org.shardingjdbc.proxy.internal.mysql;

import java.util.Arrays;
import org.shardingjdbc.proxy.internal.authority.MySqlPasswords;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/**
 * The first packet of a connection, which the server sends: version 10 of the handshake.
 *
 * @param version of the server, as its clients decide by it what they may ask
 * @param session by which KILL names it
 * @param nonce random, of {@link MySqlPasswords#NONCE_LENGTH} bytes that are not zero
 */
record Greeting(String version, int session, byte[] nonce, int capabilities, int collation, AuthMethod method) {
    private static final int PROTOCOL_VERSION = 10;
    private static final int FIRST_PART = 8;

    void write(PacketWriter out) throws ClientGone {
        out.begin()
                .int1(PROTOCOL_VERSION)
                .untilZero(version)
                .int4(session)
                .bytes(Arrays.copyOf(nonce, FIRST_PART))
                .int1(0)
                .int2(capabilities)
                .int1(collation)
                .int2(StatusFlags.AUTOCOMMIT)
                .int2(capabilities >>> 16)
                .int1(MySqlPasswords.NONCE_LENGTH + 1)
                .zeros(10)
                .bytes(Arrays.copyOfRange(nonce, FIRST_PART, nonce.length))
                .int1(0)
                .untilZero(method.title())
                .end();
        out.flush();
    }
}
