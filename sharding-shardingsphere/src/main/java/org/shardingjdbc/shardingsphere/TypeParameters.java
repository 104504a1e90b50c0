package org.shardingjdbc.shardingsphere;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a class has chosen for the type parameter of an interface that it implements. */
final class TypeParameters {
    private TypeParameters() {}

    /** The first parameter of the interface, erased; Comparable when the class leaves it open. */
    static Class<?> first(Class<?> type, Class<?> target) {
        Class<?> found = find(type, target, Map.of());
        return found == null ? Comparable.class : found;
    }

    private static @Nullable Class<?> find(Type type, Class<?> target, Map<TypeVariable<?>, @Nullable Type> known) {
        Class<?> raw;
        Map<TypeVariable<?>, @Nullable Type> bound = new HashMap<>();
        if (type instanceof ParameterizedType parameterized) {
            raw = (Class<?>) parameterized.getRawType();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                Type argument = arguments[i];
                bound.put(raw.getTypeParameters()[i], argument instanceof TypeVariable<?> v ? known.get(v) : argument);
            }
        } else if (type instanceof Class<?> plain) {
            raw = plain;
        } else {
            return null;
        }
        if (raw == target) {
            return erased(bound.get(target.getTypeParameters()[0]));
        }
        for (Type each : raw.getGenericInterfaces()) {
            Class<?> found = find(each, target, bound);
            if (found != null) {
                return found;
            }
        }
        return raw.getGenericSuperclass() == null ? null : find(raw.getGenericSuperclass(), target, bound);
    }

    private static @Nullable Class<?> erased(@Nullable Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        return type instanceof Class<?> plain ? plain : null;
    }
}
