package org.shardingjdbc.shardingsphere;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPI;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes instances of ShardingSphere's algorithms as it does: by the constructor without parameters, then init. */
final class Instances {
    private static final Logger LOG = LoggerFactory.getLogger(Instances.class);
    private static final String THEIRS = "org.apache.shardingsphere.";
    /** So many entries that fail are one error that repeats itself. */
    private static final int MOST_FAILED = 100;

    private Instances() {}

    /**
     * @param properties all of them texts; the instance gets a copy of its own
     * @param property what errors are reported at
     */
    static <T extends TypedSPI> T create(Class<? extends T> type, Map<String, String> properties, String property) {
        T made = instance(type, property);
        Properties copy = new Properties();
        copy.putAll(properties);
        try {
            made.init(copy);
        } catch (RuntimeException | LinkageError e) {
            throw invalid(property, "class " + type.getName() + " refused its properties: " + e, e);
        }
        return made;
    }

    private static <T> T instance(Class<? extends T> type, String property) {
        try {
            return type.getConstructor().newInstance();
        } catch (NoSuchMethodException e) {
            throw invalid(property, "class " + type.getName() + " needs a public constructor without parameters", e);
        } catch (InvocationTargetException e) {
            throw invalid(
                    property, "class " + type.getName() + " cannot be instantiated: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw invalid(property, "class " + type.getName() + " cannot be instantiated: " + e, e);
        }
    }

    private static InvalidPropertyException invalid(String property, String message, @Nullable Throwable cause) {
        InvalidPropertyException e = new InvalidPropertyException(property, message);
        e.initCause(cause);
        return e;
    }

    /**
     * The entries of a service file, each under its type and under each of its aliases. ShardingSphere's own classes of
     * a type that is built in are left out. An entry that cannot be loaded is logged: another one may be all that the
     * configuration uses.
     */
    static <T extends TypedSPI> void listed(
            Class<T> service, Set<String> builtIn, BiConsumer<String, Class<? extends T>> to) {
        Iterator<ServiceLoader.Provider<T>> entries =
                ServiceLoader.load(service, Extensions.loader(service)).stream().iterator();
        int failed = 0;
        while (failed < MOST_FAILED) {
            try {
                if (!entries.hasNext()) {
                    return;
                }
                Class<? extends T> type = entries.next().type();
                for (String name : names(instance(type, "type"))) {
                    boolean ours = type.getName().startsWith(THEIRS) && builtIn.contains(name.toUpperCase(Locale.ROOT));
                    if (!ours) {
                        to.accept(name, type);
                    }
                }
            } catch (ServiceConfigurationError | InvalidPropertyException | LinkageError e) {
                failed++;
                LOG.warn("An entry of META-INF/services/{} cannot be used: {}", service.getName(), e.toString());
            }
        }
    }

    private static List<String> names(TypedSPI instance) {
        List<String> names = new ArrayList<>();
        Object type = instance.getType();
        if (type instanceof String text && !text.isBlank()) {
            names.add(text);
            for (Object alias : instance.getTypeAliases()) {
                if (alias instanceof String other && !other.isBlank() && !other.equalsIgnoreCase(text)) {
                    names.add(other);
                }
            }
        }
        return names;
    }
}
