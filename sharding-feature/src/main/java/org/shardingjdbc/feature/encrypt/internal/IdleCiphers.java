package org.shardingjdbc.feature.encrypt.internal;

import java.security.GeneralSecurityException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.Cipher;

/**
 * Ciphers of one key and mode that are ready for the next text, as finding one in the JDK takes longer than to use it
 * (benchmark RuleCosts). As many as were in use at once; safe for all threads.
 */
final class IdleCiphers {
    private final Queue<Cipher> idle = new ConcurrentLinkedQueue<>();
    private final Maker maker;

    /** Makes a cipher that is ready. */
    @FunctionalInterface
    interface Maker {
        Cipher make() throws GeneralSecurityException;
    }

    /** @param maker of ciphers that are ready again after {@link Cipher#doFinal(byte[])} */
    IdleCiphers(Maker maker) {
        this.maker = maker;
    }

    /** What the cipher makes of some bytes; one that refused them is not used again. */
    byte[] apply(byte[] bytes) throws GeneralSecurityException {
        Cipher taken = idle.poll();
        Cipher cipher = taken == null ? maker.make() : taken;
        byte[] made = cipher.doFinal(bytes);
        idle.offer(cipher);
        return made;
    }
}
