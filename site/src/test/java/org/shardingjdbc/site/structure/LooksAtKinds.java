package org.shardingjdbc.site.structure;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds where sources ask an object which of some classes it is of: {@code instanceof}, patterns, casts and class
 * literals. Read by the compiler's parser and not from class files, where a cast that somebody wrote looks like one
 * that generics need. Stateless.
 */
final class LooksAtKinds {
    private final Set<String> kinds;

    /** @param kinds simple names of the classes; no other class of the project has one of these names */
    LooksAtKinds(Set<String> kinds) {
        this.kinds = Set.copyOf(kinds);
    }

    /** Each as file:line, of the sources below a folder. */
    List<String> in(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        List<JavaFileObject> sources = new ArrayList<>();
        for (Path file : files) {
            String text = Files.readString(file);
            if (kinds.stream().anyMatch(text::contains)) {
                sources.add(new Source(file.toUri(), text));
            }
        }
        return found(sources);
    }

    /** Of one source text. */
    List<String> in(String text) throws IOException {
        return found(List.of(new Source(URI.create("text:///Text.java"), text)));
    }

    private List<String> found(List<JavaFileObject> sources) throws IOException {
        List<String> found = new ArrayList<>();
        if (sources.isEmpty()) {
            return found;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, sources);
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(unit, task, found).scan(unit, null);
            }
        }
        return found;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(URI uri, String text) {
            super(uri, Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private final class Scanner extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final JavacTask task;
        private final List<String> found;

        Scanner(CompilationUnitTree unit, JavacTask task, List<String> found) {
            this.unit = unit;
            this.task = task;
            this.found = found;
        }

        @Override
        public Void visitInstanceOf(InstanceOfTree node, Void nothing) {
            if (node.getPattern() == null) {
                look(node.getType());
            }
            return super.visitInstanceOf(node, nothing);
        }

        @Override
        public Void visitBindingPattern(BindingPatternTree node, Void nothing) {
            VariableTree variable = node.getVariable();
            look(variable.getType());
            return super.visitBindingPattern(node, nothing);
        }

        @Override
        public Void visitTypeCast(TypeCastTree node, Void nothing) {
            look(node.getType());
            return super.visitTypeCast(node, nothing);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
            if (node.getIdentifier().contentEquals("class")) {
                look(node.getExpression());
            }
            return super.visitMemberSelect(node, nothing);
        }

        private void look(Tree type) {
            String name = type instanceof IdentifierTree simple
                    ? simple.getName().toString()
                    : type instanceof MemberSelectTree qualified
                            ? qualified.getIdentifier().toString()
                            : "";
            if (kinds.contains(name)) {
                long start = Trees.instance(task).getSourcePositions().getStartPosition(unit, type);
                found.add(
                        unit.getSourceFile().getName() + ":" + unit.getLineMap().getLineNumber(start));
            }
        }
    }
}
