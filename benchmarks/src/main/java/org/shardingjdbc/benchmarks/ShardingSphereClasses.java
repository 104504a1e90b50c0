package org.shardingjdbc.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes of Apache ShardingSphere-JDBC with the versions of ANTLR, HikariCP and everything else that it asks for.
 * Drivers are shared, since databases in memory are.
 */
public final class ShardingSphereClasses {
    /** A file with its class path, written by the build of this module. */
    public static final String PROPERTY = "benchmark.shardingsphere";

    /** The same of an older version, the last whose XA module is published. */
    public static final String XA_PROPERTY = "benchmark.shardingsphere.xa";

    private static final List<String> SHARED =
            List.of("org.h2.", "org.postgresql.", "org.mariadb.", "com.mysql.", "org.shardingjdbc.benchmarks.stub.");

    private ShardingSphereClasses() {}

    private static String[] jars() throws IOException {
        return jars(System.getProperty(PROPERTY, "benchmarks/target/classpaths/shardingsphere"));
    }

    private static String[] jars(String file) throws IOException {
        return Files.readString(Path.of(file)).strip().split(File.pathSeparator);
    }

    /** As the name of its jar says. */
    static String version() throws IOException {
        String prefix = "shardingsphere-jdbc-";
        for (String jar : jars()) {
            String name = new File(jar).getName();
            if (name.startsWith(prefix) && Character.isDigit(name.charAt(prefix.length()))) {
                return name.substring(prefix.length(), name.length() - ".jar".length());
            }
        }
        throw new IllegalStateException("No " + prefix + "*.jar in its class path");
    }

    /** A new loader; its classes are no others' classes. */
    public static ClassLoader loader() throws IOException {
        return loader(jars());
    }

    /** The same with XA transactions. */
    public static ClassLoader loaderWithXa() throws IOException {
        return loader(jars(System.getProperty(XA_PROPERTY)));
    }

    private static ClassLoader loader(String[] paths) throws IOException {
        List<URL> jars = new ArrayList<>();
        for (String jar : paths) {
            jars.add(url(jar));
        }
        return new URLClassLoader("shardingsphere", jars.toArray(URL[]::new), new Shared());
    }

    private static URL url(String jar) {
        try {
            return new File(jar).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar, e);
        }
    }

    /** The platform's classes and the drivers. */
    private static final class Shared extends ClassLoader {
        Shared() {
            super(getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SHARED.stream().anyMatch(name::startsWith)) {
                return ShardingSphereClasses.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
