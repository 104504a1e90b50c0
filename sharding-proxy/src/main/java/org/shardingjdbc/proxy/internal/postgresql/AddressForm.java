package org.shardingjdbc.proxy.internal.postgresql;

import io.netty.util.NetUtil;
import java.nio.ByteBuffer;

/** The binary form of {@code inet} and {@code cidr}. Stateless. */
final class AddressForm {
    private static final byte IPV4 = 2;
    private static final byte IPV6 = 3;

    private AddressForm() {}

    static byte[] fromText(String text, boolean cidr) {
        int slash = text.indexOf('/');
        byte[] address = NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw new IllegalArgumentException();
        }
        int bits = slash < 0 ? address.length * 8 : Integer.parseInt(text.substring(slash + 1));
        return ByteBuffer.allocate(4 + address.length)
                .put(address.length == 4 ? IPV4 : IPV6)
                .put((byte) bits)
                .put((byte) (cidr ? 1 : 0))
                .put((byte) address.length)
                .put(address)
                .array();
    }

    static String toText(ByteBuffer in, boolean cidr) {
        byte family = in.get();
        int bits = in.get() & 0xFF;
        in.get();
        int length = in.get();
        if (length != (family == IPV4 ? 4 : 16) || length != in.remaining()) {
            throw new IllegalArgumentException();
        }
        byte[] address = new byte[length];
        in.get(address);
        String text = NetUtil.bytesToIpAddress(address);
        return bits == address.length * 8 && !cidr ? text : text + "/" + bits;
    }
}
