package org.shardingjdbc.governance.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last configuration in a file, in the form in which the registry has it: the version in the first line. Written
 * whole or not at all.
 */
final class LocalCopy {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCopy.class);
    private static final String NAME = "local copy";

    /** Null for none. */
    private final @Nullable Path file;

    private final Seal seal;

    private LocalCopy(@Nullable Path file, Seal seal) {
        this.file = file;
        this.seal = seal;
    }

    /** @param file may be null: then nothing is kept */
    static LocalCopy of(@Nullable String file, Seal seal) {
        return new LocalCopy(file == null ? null : Path.of(file).toAbsolutePath(), seal);
    }

    /** What it holds; null when there is none. */
    @Nullable
    GovernedDocument read() {
        if (file == null || !Files.exists(file)) {
            return null;
        }
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            int end = text.indexOf('\n');
            return new GovernedDocument(
                    seal.open(NAME, text.substring(end + 1)), Long.parseLong(text.substring(0, Math.max(0, end))));
        } catch (IOException | NumberFormatException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.REGISTRY_CONTENT_UNREADABLE, "The local copy " + file, e.getMessage());
        }
    }

    /** Keeps a document; what goes wrong is logged, since the registry has it. */
    void write(GovernedDocument document) {
        if (file == null) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            Path next = file.resolveSibling(
                    file.getFileName() + "." + ProcessHandle.current().pid());
            Files.writeString(next, document.version() + "\n" + seal.close(NAME, document.text()));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("The local copy {} of the configuration could not be written", file, e);
        }
    }
}
