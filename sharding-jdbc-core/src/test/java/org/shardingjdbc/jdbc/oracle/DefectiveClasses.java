package org.shardingjdbc.jdbc.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.shardingjdbc.testkit.oracle.Oracle;

/**
 * The library once more, with one class made wrong. The test kit stays the one that the test sees, and so do the
 * modules in which no defect is planted and that know none of those with one: a parser is slow until it has parsed for
 * a while.
 */
final class DefectiveClasses extends ClassLoader {
    private static final String OURS = "org.shardingjdbc.";
    private static final List<String> SHARED = List.of("testkit.", "parser.", "dialect.", "error.");

    private final Path compiled;

    private DefectiveClasses(ClassLoader parent, Path compiled) {
        super(parent);
        this.compiled = compiled;
    }

    /**
     * Opens data sources with a defect.
     *
     * @param defect null for none
     * @param folder an empty one
     */
    static Oracle.Opener opener(PlantedDefect defect, Path folder) throws Exception {
        if (defect != null) {
            defect.source().compile(folder);
        }
        DefectiveClasses classes = new DefectiveClasses(DefectiveClasses.class.getClassLoader(), folder);
        Class<?> opener = classes.loadClass(OpenedHere.class.getName());
        return (Oracle.Opener) opener.getDeclaredConstructor().newInstance();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean own = name.startsWith(OURS) && SHARED.stream().noneMatch(of -> name.startsWith(OURS + of));
        if (!own) {
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
        try (InputStream original = Files.exists(changed)
                ? Files.newInputStream(changed)
                : getParent().getResourceAsStream(path)) {
            if (original == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = original.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
