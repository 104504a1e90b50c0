package org.shardingjdbc.testkit.defect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.shardingjdbc.testkit.ChildJvm;

/**
 * The source of one class of the library with something made wrong in it. Production code is left as it is: the changed
 * class is compiled into a folder that a class loader or a class path of its own reads first. Immutable.
 *
 * @param module the folder of its module, beside that of the test
 * @param className with its package
 * @param parts what is right, what stands in its place, and so on; each stands in the source once at least
 */
public record PlantedSource(String module, String className, List<String> parts) {
    /** Copies the parts. */
    public PlantedSource {
        parts = List.copyOf(parts);
    }

    private String sourcePath() {
        return className.replace('.', '/') + ".java";
    }

    /**
     * The source with the fault.
     *
     * @throws AssertionError when a line is gone, and another one must be made wrong
     */
    public String text() throws IOException {
        String planted =
                Files.readString(Path.of("..", module, "src", "main", "java").resolve(sourcePath()));
        for (int i = 0; i < parts.size(); i += 2) {
            if (!planted.contains(parts.get(i))) {
                throw new AssertionError(className + " has no longer: " + parts.get(i));
            }
            planted = planted.replace(parts.get(i), parts.get(i + 1));
        }
        return planted;
    }

    /**
     * Compiles it against the class path of the tests.
     *
     * @param folder an empty one, where the classes go
     * @throws AssertionError when it does not compile
     */
    public void compile(Path folder) throws IOException {
        Path changed = folder.resolve("src").resolve(sourcePath());
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, text());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> arguments = List.of(
                "-proc:none",
                "-nowarn",
                "-Xlint:none",
                "-cp",
                ChildJvm.classPath(),
                "-d",
                folder.toString(),
                changed.toString());
        if (compiler.run(null, null, null, arguments.toArray(new String[0])) != 0) {
            throw new AssertionError(className + " does not compile with " + parts);
        }
    }
}
