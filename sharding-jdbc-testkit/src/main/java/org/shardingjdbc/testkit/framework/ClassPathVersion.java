package org.shardingjdbc.testkit.framework;

import java.nio.file.Path;

/** The version of a library, as the name of its file on the class path says it. */
public final class ClassPathVersion {
    private ClassPathVersion() {}

    /**
     * The version of the file that a class was loaded from: {@code 11.7.2} of {@code flyway-core-11.7.2.jar}.
     *
     * @throws IllegalStateException when the file's name has none
     */
    public static String of(Class<?> type) {
        return of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    /** As {@link #of(Class)}, or an empty text when nothing on the class path has a class of that name. */
    public static String ifPresent(String className) {
        try {
            return of(Class.forName(className, false, Thread.currentThread().getContextClassLoader()));
        } catch (ClassNotFoundException e) {
            return "";
        }
    }

    static String of(String location) {
        String file = Path.of(location).getFileName().toString();
        for (int dash = file.indexOf('-'); dash >= 0; dash = file.indexOf('-', dash + 1)) {
            if (dash + 1 < file.length() && Character.isDigit(file.charAt(dash + 1)) && file.endsWith(".jar")) {
                return file.substring(dash + 1, file.length() - ".jar".length());
            }
        }
        throw new IllegalStateException(
                "The name of " + location + " has no version; ask for a class of a released jar");
    }
}
