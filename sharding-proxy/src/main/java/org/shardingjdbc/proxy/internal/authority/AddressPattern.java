package org.shardingjdbc.proxy.internal.authority;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of clients: all ({@code %}), one, those that begin alike ({@code 10.1.%}), a network ({@code 10.1.0.0/16}),
 * or this machine's own ({@code localhost}). Names are not looked up. Immutable.
 */
public final class AddressPattern {
    /** Every address. */
    public static final AddressPattern ANY = of("%");

    /** 127.0.0.0/8. */
    private static final int LOOPBACK_BITS = 8;

    private final String text;
    private final byte @Nullable [] network;
    private final int bits;

    private AddressPattern(String text, byte @Nullable [] network, int bits) {
        this.text = text;
        this.network = network;
        this.bits = bits;
    }

    /**
     * Reads one.
     *
     * @param text empty for all addresses
     * @throws IllegalArgumentException when it is none
     */
    public static AddressPattern of(String text) {
        if (text.isEmpty() || text.equals("%")) {
            return new AddressPattern("%", new byte[0], 0);
        }
        if (text.equals("localhost")) {
            return new AddressPattern(text, null, LOOPBACK_BITS);
        }
        if (text.endsWith("%")) {
            requireBeginning(text);
            return new AddressPattern(text, null, beginningBits(text));
        }
        int slash = text.indexOf('/');
        byte[] address = NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw new IllegalArgumentException("No address of a client, which is written as 10.1.2.3, ::1, 10.1.0.0/16,"
                    + " 10.1.%, localhost or %: " + text);
        }
        return new AddressPattern(text, address, slash < 0 ? 8 * address.length : bits(text, slash, address));
    }

    /** Of the parts that are whole. */
    private static int beginningBits(String text) {
        int bits = 0;
        for (int i = 0; i < text.length(); i++) {
            bits += text.charAt(i) == '.' ? 8 : text.charAt(i) == ':' ? 16 : 0;
        }
        return bits;
    }

    private static void requireBeginning(String text) {
        for (int i = 0; i < text.length() - 1; i++) {
            char c = text.charAt(i);
            if (Character.digit(c, 16) < 0 && c != '.' && c != ':') {
                throw new IllegalArgumentException(
                        "A % stands behind the beginning of an address, as in 10.1.%: " + text);
            }
        }
    }

    private static int bits(String text, int slash, byte[] address) {
        int bits;
        try {
            bits = Integer.parseInt(text.substring(slash + 1));
        } catch (NumberFormatException e) {
            bits = -1;
        }
        if (bits < 0 || bits > 8 * address.length) {
            throw new IllegalArgumentException(
                    "The bits of a network must be between 0 and " + 8 * address.length + ": " + text);
        }
        return bits;
    }

    /** Whether it is one of these. What is no internet address, or unknown, belongs to all addresses alone. */
    public boolean matches(@Nullable SocketAddress address) {
        if (isAny()) {
            return true;
        }
        InetAddress client = address instanceof InetSocketAddress internet ? internet.getAddress() : null;
        if (client == null) {
            return false;
        }
        if (network != null) {
            return isOf(network, client.getAddress());
        }
        return text.equals("localhost")
                ? client.isLoopbackAddress()
                : NetUtil.toAddressString(client).startsWith(text.substring(0, text.length() - 1));
    }

    private boolean isOf(byte[] net, byte[] client) {
        if (net.length != client.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit += 8) {
            int mask = bits - bit >= 8 ? 0xFF : 0xFF << 8 - (bits - bit);
            if (((net[bit / 8] ^ client[bit / 8]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isAny() {
        return network != null && network.length == 0;
    }

    /** Of two that match, the one with the greater number says more of the address. */
    int precision() {
        return bits;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressPattern pattern && text.equals(pattern.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
