package org.shardingjdbc.site;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder whose pages are tested. */
public final class Repository {
    private Repository() {}

    public static Path folder() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
