package org.shardingjdbc.proxy.internal.authority;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Who may come in. Safe for all threads. */
public final class Users {
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 18;

    private final Map<String, String> passwords;
    private final boolean everyone;
    private final SecureRandom random = new SecureRandom();
    private final byte[] ownSecret = randomBytes(32);
    /** Made at the first login of each user, as that costs some milliseconds. */
    private final Map<String, ScramVerifier> verifiers = new ConcurrentHashMap<>();

    /**
     * @param passwords of the users, by their names
     * @param everyone whether nobody is asked for a password
     */
    public Users(Map<String, String> passwords, boolean everyone) {
        this.passwords = Map.copyOf(passwords);
        this.everyone = everyone;
    }

    /** Whether nobody is asked for a password. */
    public boolean trustsEveryone() {
        return everyone;
    }

    /** Null where there is no such user. */
    public @Nullable String password(String user) {
        return passwords.get(user);
    }

    /** Begins a login. Who asks for a user that does not exist is not told so. */
    public ScramExchange scram(String user) {
        String password = passwords.get(user);
        String nonce = Base64.getEncoder().encodeToString(randomBytes(NONCE_BYTES));
        if (password == null) {
            // the same salt at each attempt, as one that changes would tell
            byte[] salt = Arrays.copyOf(ScramVerifier.hmac(ownSecret, user), SALT_BYTES);
            return new ScramExchange(
                    new ScramVerifier(salt, ScramVerifier.ITERATIONS, ownSecret, ownSecret), false, nonce);
        }
        ScramVerifier verifier = verifiers.computeIfAbsent(
                user, name -> ScramVerifier.of(password, randomBytes(SALT_BYTES), ScramVerifier.ITERATIONS));
        return new ScramExchange(verifier, true, nonce);
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
