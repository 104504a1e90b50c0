package org.shardingjdbc.site.structure;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The texts that a source writes between quotes, blocks of text included; what comments say is none. Stateless. */
final class TextLiterals {
    private TextLiterals() {}

    /** Those of a source, in its order, without quotes. */
    static List<String> of(JavaFileObject source) throws IOException {
        List<String> texts = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task =
                    (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, List.of(source));
            for (CompilationUnitTree unit : task.parse()) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitLiteral(LiteralTree node, Void nothing) {
                        if (node.getValue() instanceof String text) {
                            texts.add(text);
                        }
                        return null;
                    }
                }.scan(unit, null);
            }
        }
        return texts;
    }
}
