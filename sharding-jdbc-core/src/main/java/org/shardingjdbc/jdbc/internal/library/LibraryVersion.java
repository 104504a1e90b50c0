package org.shardingjdbc.jdbc.internal.library;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this library, as the build wrote it beside this class. Stateless. */
public final class LibraryVersion {
    /** Such as {@code 1.2.0} or {@code 1.2.0-SNAPSHOT}. */
    public static final String TEXT = read();

    public static final int MAJOR = part(0);
    public static final int MINOR = part(1);

    private LibraryVersion() {}

    private static String read() {
        Properties build = new Properties();
        try (InputStream file = LibraryVersion.class.getResourceAsStream("version.properties")) {
            build.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version");
    }

    private static int part(int index) {
        return Integer.parseInt(TEXT.split("[.-]")[index]);
    }
}
