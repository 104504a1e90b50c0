package org.shardingjdbc.proxy.internal.authority;

import java.net.SocketAddress;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who may come in. Safe for all threads. */
public final class Users {
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 18;

    private final List<ProxyAccount> accounts;
    private final boolean everyone;
    private final SecureRandom random = new SecureRandom();
    private final byte[] ownSecret = randomBytes(32);
    /**
     * Made before the first login, as the time that it takes would tell who exists. It takes some milliseconds a user,
     * all of them when the server starts, also where no client proves a password in this way: fine for tens of users,
     * and for thousands to be kept with the configuration instead.
     */
    private final Map<ProxyAccount, ScramVerifier> verifiers = new HashMap<>();

    /**
     * @param accounts may have several of one name, for other addresses
     * @param everyone whether nobody is asked for a password
     */
    public Users(List<ProxyAccount> accounts, boolean everyone) {
        this.accounts = List.copyOf(accounts);
        this.everyone = everyone;
        for (ProxyAccount each : accounts) {
            String password = each.password();
            if (password != null) {
                verifiers.put(each, ScramVerifier.of(password, randomBytes(SALT_BYTES), ScramVerifier.ITERATIONS));
            }
        }
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
        boolean named = false;
        for (ProxyAccount each : accounts) {
            boolean same = each.name().equals(name);
            named |= same;
            if (same
                    && each.from().matches(address)
                    && (found == null || each.from().precision() > found.from().precision())) {
                found = each;
            }
        }
        // who is known here is no guest from elsewhere
        return found == null && everyone && !named ? ProxyAccount.guest(name) : found;
    }

    /** Begins a login. Who asks for a user that does not exist, so that there is no account, is not told so. */
    public ScramExchange scram(String user, @Nullable ProxyAccount account) {
        ScramVerifier verifier = account == null ? null : verifiers.get(account);
        String nonce = Base64.getEncoder().encodeToString(randomBytes(NONCE_BYTES));
        if (verifier == null) {
            // the same salt at each attempt, as one that changes would tell
            byte[] salt = Arrays.copyOf(ScramVerifier.hmac(ownSecret, user), SALT_BYTES);
            return new ScramExchange(
                    new ScramVerifier(salt, ScramVerifier.ITERATIONS, ownSecret, ownSecret), false, nonce);
        }
        return new ScramExchange(verifier, true, nonce);
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
