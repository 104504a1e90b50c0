package org.shardingjdbc.transaction.xa.internal.atomikos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Predicate;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.BranchInDoubt.Decision;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.BranchInDoubt.Ownership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * By what the branches of a node are known: their transactions' and their own names begin with it. It has a part that
 * is of the log, so that nobody decides about a branch without the log that says what was decided, and it ends with a
 * point, so that none is the beginning of another.
 *
 * @param prefix of names
 */
record NodeIdentity(String prefix) {
    private static final Logger LOG = LoggerFactory.getLogger(NodeIdentity.class);
    private static final String FILE = "log-id";
    private static final int BYTES = 4;
    /** Of the time in milliseconds that Atomikos writes after the prefix. */
    private static final int DIGITS = 13;

    /** That of a log in a directory; made if it has none. */
    static NodeIdentity of(String node, Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        Files.createDirectories(directory);
        try {
            Files.writeString(file, random(), StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("The log in {} is an older one", directory);
        }
        String id = Files.readString(file, StandardCharsets.US_ASCII);
        if (id.length() != 2 * BYTES) {
            throw new IOException(file + " does not hold " + 2 * BYTES + " digits");
        }
        return new NodeIdentity(node + "." + id + ".");
    }

    /** That of a log that begins now. */
    static NodeIdentity of(String node) {
        return new NodeIdentity(node + "." + random() + ".");
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Whether it names a branch of this node. */
    boolean owns(BranchId branch) {
        return transaction(branch).startsWith(prefix)
                && new String(branch.branch(), StandardCharsets.ISO_8859_1).startsWith(prefix);
    }

    /** Whether it names a branch that began before that moment. */
    boolean ownsFromBefore(BranchId branch, long millis) {
        if (!owns(branch)) {
            return false;
        }
        String transaction = transaction(branch);
        int end = Math.min(transaction.length(), prefix.length() + DIGITS);
        try {
            return Long.parseLong(transaction.substring(prefix.length(), end)) < millis;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * Whose a branch is.
     *
     * @param decided whether the log holds the decision to commit a transaction of that name
     * @param ofOthers what it means for branches of other nodes that it does not
     */
    Owner owner(BranchId branch, Predicate<String> decided, Decision ofOthers) {
        boolean own = owns(branch);
        String transaction = transaction(branch);
        int end = transaction.lastIndexOf('.');
        int start = transaction.lastIndexOf('.', end - 1);
        if (start <= 0 || end - start != 2 * BYTES + 1) {
            return Owner.UNKNOWN;
        }
        Decision otherwise = own ? Decision.NONE : ofOthers;
        return new Owner(
                own ? Ownership.OWN : Ownership.OTHER_NODE,
                transaction.substring(0, start),
                decided.test(transaction) ? Decision.COMMIT : otherwise);
    }

    /** The name of its transaction, as logs know it. */
    static String transaction(BranchId branch) {
        return new String(branch.global(), StandardCharsets.ISO_8859_1);
    }
}
