package org.shardingjdbc.proxy.internal.authority;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of one login by SCRAM-SHA-256: two messages of the client, each with an answer. One per login, used
 * by one thread.
 */
public final class ScramExchange {
    /** The name of the mechanism. */
    public static final String MECHANISM = "SCRAM-SHA-256";

    private final ScramVerifier verifier;
    private final boolean known;
    private final String serverNonce;
    private String header = "";
    private String clientFirst = "";
    private String serverFirst = "";
    private String nonce = "";

    /** @param known whether the verifier is that of a user; otherwise no proof is good enough */
    ScramExchange(ScramVerifier verifier, boolean known, String serverNonce) {
        this.verifier = verifier;
        this.known = known;
        this.serverNonce = serverNonce;
    }

    /**
     * Answers the first message.
     *
     * @return null when it is malformed, or asks for what was not offered
     */
    public @Nullable String challenge(String message) {
        int authorization = message.indexOf(',');
        int bare = authorization < 0 ? -1 : message.indexOf(',', authorization + 1) + 1;
        if (bare <= 0) {
            return null;
        }
        header = message.substring(0, bare);
        clientFirst = message.substring(bare);
        // what follows "p=" would bind the login to a channel, which was not offered
        String clientNonce = attribute(clientFirst, 'r');
        // nor is it taken for somebody else's, who would stand behind "a="
        if (!header.equals("n,,") && !header.equals("y,,")
                || clientNonce == null
                || clientNonce.isEmpty()
                || !clientFirst.startsWith("n=")) {
            return null;
        }
        nonce = clientNonce + serverNonce;
        serverFirst = "r=" + nonce + ",s=" + base64(verifier.salt()) + ",i=" + verifier.iterations();
        return serverFirst;
    }

    /**
     * Answers the second message.
     *
     * @return the proof of the server; null when the client does not know the password, or the message is malformed
     */
    public @Nullable String outcome(String message) {
        int proofAt = message.lastIndexOf(",p=");
        if (proofAt < 0 || serverFirst.isEmpty()) {
            return null;
        }
        String withoutProof = message.substring(0, proofAt);
        byte[] proof = decoded(message.substring(proofAt + 3));
        String binding = attribute(withoutProof, 'c');
        boolean sameExchange = base64(header.getBytes(StandardCharsets.UTF_8)).equals(binding)
                && nonce.equals(attribute(withoutProof, 'r'));
        if (proof == null || !sameExchange) {
            return null;
        }
        String all = clientFirst + "," + serverFirst + "," + withoutProof;
        byte[] clientKey = ScramVerifier.hmac(verifier.storedKey(), all);
        if (proof.length != clientKey.length) {
            return null;
        }
        ScramVerifier.xor(clientKey, proof);
        boolean right = MessageDigest.isEqual(ScramVerifier.sha256(clientKey), verifier.storedKey());
        return right && known ? "v=" + base64(ScramVerifier.hmac(verifier.serverKey(), all)) : null;
    }

    private static @Nullable String attribute(String message, char name) {
        for (String each : message.split(",", -1)) {
            if (each.length() >= 2 && each.charAt(0) == name && each.charAt(1) == '=') {
                return each.substring(2);
            }
        }
        return null;
    }

    private static byte @Nullable [] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
