import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.tools.ToolProvider;

/**
 * Writes the dull half of the JDBC adapters: methods of {@code java.sql} that all do the same. Run by the build, before
 * it compiles; what only one method does stands in the class that extends what is written here.
 *
 * <p>The methods are those of the Java release that the library is compiled for, whichever JDK builds it.
 */
public final class JdbcAdapters {
    private static final String ENGINE = "org.shardingjdbc.engine.internal";
    private static final String JDBC = "org.shardingjdbc.jdbc.internal";
    private static final ClassName RESULT_SET = ClassName.get("java.sql", "ResultSet");
    private static final ClassName SQL_EXCEPTION = ClassName.get("java.sql", "SQLException");
    private static final ClassName META_DATA = ClassName.get("java.sql", "DatabaseMetaData");

    private final JavacTask javac;
    private final Path target;

    private JdbcAdapters(JavacTask javac, Path target) {
        this.javac = javac;
        this.target = target;
    }

    /** @param args the Java release, the folder of the sources that are written, and the module that they are of */
    public static void main(String[] args) throws IOException {
        JavacTask javac = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("--release", args[0]), List.of("java.sql.ResultSet"), null);
        JdbcAdapters adapters = new JdbcAdapters(javac, Path.of(args[1]));
        switch (args[2]) {
            case "sharding-engine" -> {
                adapters.delegatedResultSet();
                adapters.readOnlyResultSet();
                adapters.sourcedResultSet();
            }
            case "sharding-jdbc-core" -> {
                adapters.askedMetaData();
                adapters.uncalledStatement();
            }
            default -> throw new IllegalArgumentException(args[2]);
        }
    }

    private void delegatedResultSet() throws IOException {
        ClassName owner = ClassName.get(ENGINE + ".result", "ResultOwner");
        Set<String> byHand = Set.of("getStatement", "close", "isClosed", "getMetaData");
        TypeSpec.Builder type = type("DelegatedResultSet")
                .addJavadoc(
                        "A result set whose methods go to the driver's, and whose unexpected errors are told by its owner.")
                .addSuperinterface(RESULT_SET)
                .addField(RESULT_SET, "shard")
                .addField(owner, "owner", Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addParameter(RESULT_SET, "shard")
                        .addParameter(owner, "owner")
                        .addStatement("this.shard = shard")
                        .addStatement("this.owner = owner")
                        .build());
        write(
                ENGINE + ".result",
                type,
                "java.sql.ResultSet",
                method -> !byHand.contains(name(method)),
                (method, made) -> made.beginControlFlow("try")
                        .addStatement(returned(method) + "shard." + call(method))
                        .nextControlFlow("catch (RuntimeException | Error e)")
                        .addStatement("throw owner.unexpected(e)")
                        .endControlFlow());
    }

    private void readOnlyResultSet() throws IOException {
        Set<String> changes = Set.of(
                "insertRow", "deleteRow", "refreshRow", "cancelRowUpdates", "moveToInsertRow", "moveToCurrentRow");
        TypeSpec.Builder type = type("UnwritableResultSet")
                .addJavadoc("A result set that refuses to be updated, and whose getters by label go to those by index.")
                .addSuperinterface(RESULT_SET)
                .addMethod(refusal());
        write(
                ENGINE + ".result",
                type,
                "java.sql.ResultSet",
                method -> changes.contains(name(method))
                        || name(method).startsWith("update")
                        || name(method).startsWith("get") && isByLabel(method),
                (method, made) -> {
                    made.addModifiers(Modifier.FINAL);
                    if (!name(method).startsWith("get")) {
                        refuse(method, made);
                        return;
                    }
                    List<String> arguments = new ArrayList<>(names(method));
                    arguments.set(0, "findColumn(" + arguments.get(0) + ")");
                    made.addStatement("return " + name(method) + "(" + String.join(", ", arguments) + ")");
                });
    }

    private void sourcedResultSet() throws IOException {
        TypeSpec.Builder type = type("SourcedResultSet")
                .addJavadoc("A result set whose values are those of other ones where they come from there as they are.")
                .superclass(ClassName.get(ENGINE + ".result", "ForwardResultSet"))
                .addMethod(MethodSpec.constructorBuilder()
                        .addParameter(ClassName.get(ENGINE + ".result", "ResultOwner"), "owner")
                        .addParameter(ClassName.get("org.shardingjdbc.dialect.internal", "Dialect"), "dialect")
                        .addStatement("super(owner, dialect)")
                        .build())
                .addMethod(MethodSpec.methodBuilder("rowOf")
                        .addAnnotation(ClassName.get("org.jspecify.annotations", "Nullable"))
                        .addModifiers(Modifier.ABSTRACT)
                        .addJavadoc("The result set on the row of a column; null where the value is our own.")
                        .addParameter(int.class, "index")
                        .returns(RESULT_SET)
                        .addException(SQL_EXCEPTION)
                        .build());
        write(
                ENGINE + ".result",
                type,
                "java.sql.ResultSet",
                method -> name(method).startsWith("get") && isByIndex(method),
                (method, made) -> made.beginControlFlow("try")
                        .addStatement("$T row = rowOf(index)", RESULT_SET)
                        .addStatement("return row != null ? row." + call(method) + " : super." + call(method))
                        .nextControlFlow("catch (RuntimeException | Error e)")
                        .addStatement("throw unexpected(e)")
                        .endControlFlow());
    }

    private void askedMetaData() throws IOException {
        Set<String> byHand = Set.of(
                "supportsSharding",
                "getConnection",
                "getURL",
                "getDriverName",
                "getDriverVersion",
                "getDriverMajorVersion",
                "getDriverMinorVersion",
                "getJDBCMajorVersion",
                "getJDBCMinorVersion");
        ClassName question = ClassName.get(JDBC + ".metadata", "DelegatedMetaData", "Question");
        TypeVariableName answer = TypeVariableName.get("T");
        TypeSpec.Builder type = type("AskedMetaData")
                .addJavadoc("What a data source says of itself that the logic database says too.")
                .addSuperinterface(META_DATA)
                .addMethod(MethodSpec.methodBuilder("ask")
                        .addModifiers(Modifier.ABSTRACT)
                        .addTypeVariable(answer)
                        .returns(answer)
                        .addParameter(ParameterizedTypeName.get(question, answer), "question")
                        .addException(SQL_EXCEPTION)
                        .build());
        write(
                JDBC + ".metadata",
                type,
                "java.sql.DatabaseMetaData",
                method -> !byHand.contains(name(method)) && !isOfRows(method),
                (method, made) -> {
                    String parameter = names(method).contains("metaData") ? "asked" : "metaData";
                    made.addStatement("return ask(" + parameter + " -> " + parameter + "." + call(method) + ")");
                });
    }

    private static boolean isOfRows(ExecutableElement method) {
        return TypeName.get(method.getReturnType()).equals(RESULT_SET);
    }

    private void uncalledStatement() throws IOException {
        ClassName home = ClassName.get(JDBC + ".statement", "StatementHome");
        ClassName shape = ClassName.get(ENGINE + ".execute.driver", "StatementShape");
        ClassName keys = ClassName.get(ENGINE + ".generatedkey", "GeneratedKeyRequest");
        TypeSpec.Builder type = type("UncalledStatement")
                .addJavadoc("A statement that is no call, and refuses what only calls have.")
                .superclass(ClassName.get(JDBC + ".statement", "ShardingPreparedStatement"))
                .addSuperinterface(ClassName.get("java.sql", "CallableStatement"))
                .addMethod(MethodSpec.constructorBuilder()
                        .addParameter(home, "home")
                        .addParameter(shape, "shape")
                        .addParameter(String.class, "sql")
                        .addParameter(keys, "keys")
                        .addException(SQL_EXCEPTION)
                        .addStatement("super(home, shape, sql, keys)")
                        .build())
                .addMethod(refusal());
        write(
                JDBC + ".statement",
                type,
                "java.sql.CallableStatement",
                method -> isOf(method, "java.sql.CallableStatement"),
                JdbcAdapters::refuse);
    }

    private static boolean isOf(ExecutableElement method, String type) {
        return method.getEnclosingElement().toString().equals(type);
    }

    /** Public, as of what is not the compiler would write each method a second time into the class that extends it. */
    private static TypeSpec.Builder type(String name) {
        return TypeSpec.classBuilder(name).addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT);
    }

    /** Whoever extends the class says why it refuses. */
    private static MethodSpec refusal() {
        return MethodSpec.methodBuilder("refused")
                .addModifiers(Modifier.ABSTRACT)
                .addParameter(String.class, "method")
                .returns(SQL_EXCEPTION)
                .build();
    }

    private static void refuse(ExecutableElement method, MethodSpec.Builder made) {
        made.addStatement("throw refused($S)", name(method));
    }

    /** Writes a class with the methods of an interface that are chosen. */
    private void write(
            String packageName,
            TypeSpec.Builder type,
            String jdbc,
            Predicate<ExecutableElement> chosen,
            BiConsumer<ExecutableElement, MethodSpec.Builder> body)
            throws IOException {
        TypeElement element = javac.getElements().getTypeElement(jdbc);
        ElementFilter.methodsIn(javac.getElements().getAllMembers(element)).stream()
                .filter(method -> method.getEnclosingElement().getKind().isInterface())
                .filter(method -> !method.getModifiers().contains(Modifier.STATIC))
                .filter(method -> !isOf(method, "java.sql.Wrapper"))
                .filter(chosen)
                .sorted(Comparator.comparing(JdbcAdapters::name).thenComparing(ExecutableElement::toString))
                .forEach(method -> type.addMethod(made(method, body)));
        JavaFile.builder(packageName, type.build())
                .skipJavaLangImports(true)
                .indent("    ")
                .build()
                .writeTo(target);
    }

    private static MethodSpec made(ExecutableElement method, BiConsumer<ExecutableElement, MethodSpec.Builder> body) {
        MethodSpec.Builder made = MethodSpec.methodBuilder(name(method))
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(TypeName.get(method.getReturnType()));
        if (method.getAnnotation(Deprecated.class) != null) {
            made.addAnnotation(Deprecated.class);
        }
        method.getTypeParameters().forEach(each -> made.addTypeVariable(TypeVariableName.get(each)));
        method.getThrownTypes().forEach(each -> made.addException(TypeName.get(each)));
        List<String> names = names(method);
        for (int i = 0; i < names.size(); i++) {
            VariableElement parameter = method.getParameters().get(i);
            made.addParameter(TypeName.get(parameter.asType()), names.get(i));
        }
        body.accept(method, made);
        return made.build();
    }

    private static String name(ExecutableElement method) {
        return method.getSimpleName().toString();
    }

    private static boolean isByIndex(ExecutableElement method) {
        List<? extends VariableElement> parameters = method.getParameters();
        return !parameters.isEmpty() && parameters.get(0).asType().getKind() == TypeKind.INT;
    }

    private static boolean isByLabel(ExecutableElement method) {
        List<? extends VariableElement> parameters = method.getParameters();
        return !parameters.isEmpty()
                && parameters.get(0).asType().toString().equals("java.lang.String");
    }

    private static String call(ExecutableElement method) {
        return name(method) + "(" + String.join(", ", names(method)) + ")";
    }

    private static String returned(ExecutableElement method) {
        return method.getReturnType().getKind() == TypeKind.VOID ? "" : "return ";
    }

    /** Names of parameters, which the JDK's classes do not keep. */
    private static List<String> names(ExecutableElement method) {
        List<String> names = new ArrayList<>();
        boolean ofPlace = isOf(method, "java.sql.CallableStatement")
                || name(method).startsWith("get")
                || name(method).startsWith("update")
                || name(method).equals("findColumn");
        for (VariableElement parameter : method.getParameters()) {
            String type = parameter.asType().toString();
            boolean place = ofPlace && names.isEmpty();
            String name = switch (type.contains("<") ? type.substring(0, type.indexOf('<')) : type) {
                case "int" -> place ? "index" : "number";
                case "java.lang.String" -> place ? "label" : "text";
                case "java.util.Calendar" -> "calendar";
                case "java.util.Map" -> "types";
                case "java.lang.Class" -> "type";
                default -> "value";
            };
            names.add(names.contains(name) ? name + (names.size() + 1) : name);
        }
        return names;
    }
}
