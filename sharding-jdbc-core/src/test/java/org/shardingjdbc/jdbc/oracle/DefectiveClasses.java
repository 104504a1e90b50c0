package org.shardingjdbc.jdbc.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
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
            compile(defect, folder);
        }
        DefectiveClasses classes = new DefectiveClasses(DefectiveClasses.class.getClassLoader(), folder);
        Class<?> opener = classes.loadClass(OpenedHere.class.getName());
        return (Oracle.Opener) opener.getDeclaredConstructor().newInstance();
    }

    /**
     * The source of its class with the fault.
     *
     * @throws AssertionError when the line is gone, and another one must be made wrong
     */
    static String planted(PlantedDefect defect) throws IOException {
        return defect.plant(Files.readString(
                Path.of("..", defect.module(), "src", "main", "java").resolve(path(defect))));
    }

    private static String path(PlantedDefect defect) {
        return defect.className().replace('.', '/') + ".java";
    }

    private static void compile(PlantedDefect defect, Path folder) throws IOException {
        Path changed = folder.resolve("src").resolve(path(defect));
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, planted(defect));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> arguments = List.of(
                "-proc:none", "-nowarn", "-Xlint:none", "-cp", classPath, "-d", folder.toString(), changed.toString());
        int result = compiler.run(null, null, null, arguments.toArray(new String[0]));
        if (result != 0) {
            throw new AssertionError(defect + " does not compile");
        }
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
