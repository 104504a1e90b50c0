package org.shardingjdbc.rule.algorithm;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Finds what an application adds to the library, by the context class loader of the thread and by the class loader of
 * the library: threads of the common pool, of timers and of servers often have one that does not see the application.
 * Stateless.
 */
public final class Extensions {
    private Extensions() {}

    /**
     * New instances of what {@code META-INF/services} lists, each class name once, those of the thread first.
     *
     * @throws ShardingException when an entry cannot be used
     */
    public static <S> List<S> services(Class<S> service) {
        List<S> found = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        ClassLoader own = service.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (sees(context, service)) {
            collect(service, context, names, found);
        }
        if (context != own) {
            collect(service, own, names, found);
        }
        return found;
    }

    /** The thread's class loader if it sees that class, else the library's. */
    public static ClassLoader loader(Class<?> seen) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return sees(context, seen) ? context : Extensions.class.getClassLoader();
    }

    /** Whether it is the same class there, and not that of another copy of the library. */
    private static boolean sees(ClassLoader loader, Class<?> service) {
        try {
            return loader == service.getClassLoader()
                    || loader != null && Class.forName(service.getName(), false, loader) == service;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static <S> void collect(Class<S> service, ClassLoader loader, Set<String> names, List<S> to) {
        try {
            Iterator<ServiceLoader.Provider<S>> all =
                    ServiceLoader.load(service, loader).stream().iterator();
            while (all.hasNext()) {
                ServiceLoader.Provider<S> each = all.next();
                if (names.add(each.type().getName())) {
                    to.add(each.get());
                }
            }
        } catch (ServiceConfigurationError e) {
            String cause = e.getCause() == null ? "" : ": " + e.getCause();
            throw ShardingException.causedBy(
                    e,
                    ErrorCode.CONFIGURATION_INVALID,
                    "a mistake",
                    " what META-INF/services/" + service.getName() + " lists cannot be used, " + e.getMessage()
                            + cause);
        }
    }

    /** The class of that name, not initialized. */
    public static Class<?> named(String className) throws ClassNotFoundException {
        ClassLoader own = Extensions.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null && context != own) {
            try {
                return Class.forName(className, false, context);
            } catch (ClassNotFoundException e) {
                return Class.forName(className, false, own);
            }
        }
        return Class.forName(className, false, own);
    }
}
