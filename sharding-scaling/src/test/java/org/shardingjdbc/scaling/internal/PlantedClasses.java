package org.shardingjdbc.scaling.internal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.shardingjdbc.testkit.defect.PlantedSource;

/** One package once more, with one of its classes made wrong, and a test of it that has to find that. */
public final class PlantedClasses extends ClassLoader {
    private final String own;
    private final Path compiled;

    private PlantedClasses(String own, Path compiled) {
        super(PlantedClasses.class.getClassLoader());
        this.own = own;
        this.compiled = compiled;
    }

    /**
     * Requires that a test finds a fault in a class of its package.
     *
     * @param test has a public static method {@code check()} that throws what is wrong
     * @param faulty what is made wrong
     * @param folder an empty one
     * @param parts what is right, what is wrong, and so on
     */
    public static void requireFinds(Class<?> test, String faulty, Path folder, List<String> parts) throws Exception {
        String own = test.getPackageName() + ".";
        new PlantedSource("sharding-scaling", own + faulty, parts).compile(folder);
        try {
            new PlantedClasses(own, folder)
                    .loadClass(test.getName())
                    .getMethod("check")
                    .invoke(null);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof AssertionError) {
                return;
            }
            throw e;
        }
        throw new AssertionError(test.getSimpleName() + " did not find " + parts);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(own)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        Path changed = compiled.resolve(path);
        try (InputStream read = Files.exists(changed)
                ? Files.newInputStream(changed)
                : getParent().getResourceAsStream(path)) {
            if (read == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = read.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
