package org.shardingjdbc.spring.actuate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.micrometer.ShardingMeters;
import org.shardingjdbc.micrometer.ShardingObservations;
import org.shardingjdbc.spring.ShardingAutoConfiguration;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The meters of sharding data sources in each registry that Boot has, and on demand their observations. */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(ShardingDataSource.class)
public class ShardingMetersAutoConfiguration {
    /** Boot binds it to its registries. */
    @Bean
    @ConditionalOnMissingBean(name = "shardingMeters")
    public MeterBinder shardingMeters(Map<String, ShardingDataSource> dataSources) {
        Map<String, Long> names = dataSources.values().stream()
                .collect(Collectors.groupingBy(ShardingDataSource::databaseName, Collectors.counting()));
        List<ShardingMeters> meters = new ArrayList<>();
        dataSources.forEach((bean, dataSource) -> meters.add(
                // a registry takes meters of the same tags for one, and the second's would be lost
                names.getOrDefault(dataSource.databaseName(), 0L) == 1
                        ? new ShardingMeters(dataSource)
                        : new ShardingMeters(dataSource, Tags.of(ShardingMeters.DATABASE, bean))));
        return registry -> meters.forEach(each -> each.bindTo(registry));
    }

    /** Observations cost a point SELECT some hundred nanoseconds, so they are made where a property asks for them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    @ConditionalOnProperty("sharding.observations")
    public static class Observations {
        /** Begins when all beans are there, the registry of observations too. */
        @Bean
        public ObservedDataSources shardingObservations(
                Map<String, ShardingDataSource> dataSources, ObservationRegistry registry) {
            return new ObservedDataSources(dataSources, registry);
        }
    }

    /** Observes from the start of the application to its end. */
    public static final class ObservedDataSources implements SmartInitializingSingleton, DisposableBean {
        private final Map<String, ShardingDataSource> dataSources;
        private final ObservationRegistry registry;
        private final List<ObserverRegistration> registrations = new ArrayList<>();

        ObservedDataSources(Map<String, ShardingDataSource> dataSources, ObservationRegistry registry) {
            this.dataSources = dataSources;
            this.registry = registry;
        }

        @Override
        public void afterSingletonsInstantiated() {
            dataSources.values().forEach(each -> registrations.add(each.observe(new ShardingObservations(registry))));
        }

        @Override
        public void destroy() {
            registrations.forEach(ObserverRegistration::close);
        }
    }
}
