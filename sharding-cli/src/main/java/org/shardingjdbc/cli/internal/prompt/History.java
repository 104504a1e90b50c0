package org.shardingjdbc.cli.internal.prompt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Where the history of the prompt is kept: in a file that nobody else may read. Stateless. */
final class History {
    private static final String VARIABLE = "SHARDING_HISTORY";

    private History() {}

    /** The file, made when it is not there; null when there is none to be, or it cannot be made. */
    static Path file() {
        String named = System.getenv(VARIABLE);
        if (named != null && named.isEmpty()) {
            return null;
        }
        Path file = named == null ? Path.of(System.getProperty("user.home"), ".sharding_jdbc_history") : Path.of(named);
        try {
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            return file;
        } catch (IOException e) {
            return null;
        }
    }
}
