package org.shardingjdbc.proxy.internal.authority;

import java.net.SocketAddress;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Who may come in. Safe for all threads. */
public final class Users {
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 18;

    private final List<ProxyAccount> accounts;
    private final boolean everyone;
    private final SecureRandom random = new SecureRandom();
    private final byte[] ownSecret = randomBytes(32);
    /** Made at the first login of each user, as that costs some milliseconds. */
    private final Map<ProxyAccount, ScramVerifier> verifiers = new ConcurrentHashMap<>();

    /**
     * @param accounts may have several of one name, for other addresses
     * @param everyone whether nobody is asked for a password
     */
    public Users(List<ProxyAccount> accounts, boolean everyone) {
        this.accounts = List.copyOf(accounts);
        this.everyone = everyone;
    }

    /** Whether nobody is asked for a password. */
    public boolean trustsEveryone() {
        return everyone;
    }

    /**
     * The user of a name, as it may come from an address: of several, the one whose addresses are told most precisely.
     *
     * @param address null where it is not known
     * @return null where there is none
     */
    public @Nullable ProxyAccount find(String name, @Nullable SocketAddress address) {
        ProxyAccount found = null;
        for (ProxyAccount each : accounts) {
            if (each.name().equals(name)
                    && each.from().matches(address)
                    && (found == null || each.from().precision() > found.from().precision())) {
                found = each;
            }
        }
        return found == null && everyone ? ProxyAccount.guest(name) : found;
    }

    /** Begins a login. Who asks for a user that does not exist, so that there is no account, is not told so. */
    public ScramExchange scram(String user, @Nullable ProxyAccount account) {
        String password = account == null ? null : account.password();
        String nonce = Base64.getEncoder().encodeToString(randomBytes(NONCE_BYTES));
        if (account == null || password == null) {
            // the same salt at each attempt, as one that changes would tell
            byte[] salt = Arrays.copyOf(ScramVerifier.hmac(ownSecret, user), SALT_BYTES);
            return new ScramExchange(
                    new ScramVerifier(salt, ScramVerifier.ITERATIONS, ownSecret, ownSecret), false, nonce);
        }
        ScramVerifier verifier = verifiers.computeIfAbsent(
                account, known -> ScramVerifier.of(password, randomBytes(SALT_BYTES), ScramVerifier.ITERATIONS));
        return new ScramExchange(verifier, true, nonce);
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
