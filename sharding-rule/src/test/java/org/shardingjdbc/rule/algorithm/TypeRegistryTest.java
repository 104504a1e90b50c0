package org.shardingjdbc.rule.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.audit.Auditor;
import org.shardingjdbc.rule.audit.AuditorFactory;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

class TypeRegistryTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private final Path directory;

    TypeRegistryTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** A greeting of nobody. */
    public interface Greeting {
        String type();
    }

    /** One. */
    public static class Hello implements Greeting {
        @Override
        public String type() {
            return "hello";
        }
    }

    /** Another one of the same type. */
    public static final class Bonjour extends Hello {}

    /** A key generator with the type of another one. */
    public static final class SameKeys implements KeyGeneratorFactory {
        @Override
        public String type() {
            return "uuid";
        }

        @Override
        public KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds) {
            return () -> 1L;
        }
    }

    /** A sharding algorithm with the type of another one. */
    public static final class SameAlgorithms implements ShardingAlgorithmFactory {
        @Override
        public String type() {
            return "mod";
        }

        @Override
        public ShardingAlgorithm create(AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    /** An auditor with the type of another one. */
    public static final class SameAuditors implements AuditorFactory {
        @Override
        public String type() {
            return "dml_sharding_conditions";
        }

        @Override
        public Auditor create(AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Has a copy of one class of its own, and lets its parent have all else. */
    private static final class Copying extends URLClassLoader {
        private final Class<?> copied;

        Copying(URL[] places, ClassLoader parent, Class<?> copied) {
            super(places, parent);
            this.copied = copied;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.equals(copied.getName())) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }

    @AfterEach
    void reset() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private static TypeRegistry<Greeting> greetings() {
        return new TypeRegistry<>("greeting type");
    }

    private void list(Class<?> service, Class<?>... listed) throws IOException {
        Path file = directory.resolve("META-INF/services/" + service.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(listed).stream().map(Class::getName).toList());
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, before);
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void typesAreFoundWhateverTheirCase() {
        Greeting hello = new Hello();
        TypeRegistry<Greeting> types = greetings().add(hello.type(), hello, hello);
        assertThat(types.of("HELLO")).isSameAs(hello);
        assertThat(types.of("bye")).isNull();
        assertThat(types.types()).containsExactly("hello");
        assertThat(types.all()).containsExactly(hello);
    }

    @Test
    void twoClassesOfOneTypeAreNamedWithTheirPlaces() {
        TypeRegistry<Greeting> types = greetings().add("hello", new Hello(), new Hello());
        assertThatThrownBy(() -> types.add("Hello", new Bonjour(), new Bonjour()))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("SHD-3001")
                .hasMessageContaining("greeting type 'Hello' exists twice, in " + Hello.class.getName() + " ("
                        + place(Hello.class) + ") and in " + Bonjour.class.getName() + " (" + place(Bonjour.class)
                        + "); give one of them another name, or take one off the class path");
        assertThat(types.of("hello")).isExactlyInstanceOf(Hello.class);
    }

    @Test
    void aClassWithATypeOfTheLibraryIsNamed() {
        TypeRegistry<Greeting> types = greetings().builtIn("HELLO", new Hello());
        assertThatThrownBy(() -> types.add("hello", new Bonjour(), new Bonjour()))
                .hasMessageContaining(
                        "greeting type 'hello' exists already in the library, and again in " + Bonjour.class.getName());
        assertThatIllegalArgumentException().isThrownBy(() -> types.builtIn("hello", new Hello()));
    }

    @Test
    void theClassOfAnotherLibraryIsNamedInPlaceOfItsFactory() {
        ForeignAlgorithms.Adapter adapter = () -> Bonjour.class;
        assertThatThrownBy(() -> greetings().add("hello", new Hello(), adapter).add("hello", new Hello(), new Hello()))
                .hasMessageContaining("in " + Bonjour.class.getName())
                .hasMessageContaining("and in " + Hello.class.getName());
    }

    @Test
    void aTypeHasAName() {
        assertThatThrownBy(() -> greetings().add(" ", new Hello(), new Hello()))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining(Hello.class.getName())
                .hasMessageContaining("has no name for its greeting type");
    }

    @Test
    void anUnknownTypeNamesTheNearestOrAll() {
        TypeRegistry<Greeting> types = greetings().builtIn("HELLO", new Hello()).builtIn("BONJOUR", new Bonjour());
        Problems problems = new Problems();
        assertThat(types.find("hallo", ConfigPath.ROOT.key("near"), problems)).isNull();
        assertThat(types.find("welcome", ConfigPath.ROOT.key("far"), problems)).isNull();
        assertThat(types.find("hello", ConfigPath.ROOT.key("there"), problems)).isNotNull();
        assertThat(problems.all())
                .extracting(Problems.Problem::message)
                .containsExactly(
                        "unknown greeting type 'hallo'; did you mean 'HELLO'? (near)",
                        "unknown greeting type 'welcome'; known are BONJOUR, HELLO (far)");
    }

    @Test
    void ofListedClassesTwoOfOneTypeAreAnError() throws IOException {
        list(Greeting.class, Hello.class, Bonjour.class);
        try (URLClassLoader loader = loader()) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThatThrownBy(() -> greetings().services(Greeting.class, Greeting::type, each -> each))
                    .hasMessageContaining("greeting type 'hello' exists twice, in " + Hello.class.getName())
                    .hasMessageContaining("and in " + Bonjour.class.getName());
        }
    }

    @Test
    void aClassThatIsListedTwiceOrCopiedCountsOnce() throws IOException {
        list(Greeting.class, Hello.class, Hello.class);
        URL[] places = {directory.toUri().toURL(), place(Hello.class)};
        try (URLClassLoader parent = loader();
                URLClassLoader loader = new Copying(places, parent, Hello.class)) {
            Thread.currentThread().setContextClassLoader(loader);
            TypeRegistry<Greeting> types = greetings().services(Greeting.class, Greeting::type, each -> each);
            assertThat(types.types()).containsExactly("hello");
            assertThat(types.all().get(0).getClass().getClassLoader()).isSameAs(loader);
        }
    }

    @Test
    void theThreeOfThisModuleKnowEachTypeOnce() throws IOException {
        assertThatThrownBy(() -> new Algorithms(Set.of(new SameAlgorithms())))
                .hasMessageContaining("sharding algorithm type 'mod' exists already in the library, and again in "
                        + SameAlgorithms.class.getName());
        list(KeyGeneratorFactory.class, SameKeys.class);
        list(AuditorFactory.class, SameAuditors.class);
        KeyGenerators keys = KeyGenerators.load(() -> 0);
        try (URLClassLoader loader = loader()) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThatThrownBy(() -> KeyGenerators.load(() -> 0))
                    .hasMessageContaining("key generator type 'uuid'")
                    .hasMessageContaining(SameKeys.class.getName());
            List<RuleConfiguration> rules =
                    List.of(ShardingRuleConfiguration.builder().build());
            assertThatThrownBy(() -> RuleCompiler.compile(List.of("ds_0"), rules, keys))
                    .hasMessageContaining("auditor type 'dml_sharding_conditions'")
                    .hasMessageContaining(SameAuditors.class.getName());
        }
    }
}
