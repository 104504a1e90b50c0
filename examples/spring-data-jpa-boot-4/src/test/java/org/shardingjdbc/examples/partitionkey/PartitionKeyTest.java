package org.shardingjdbc.examples.partitionkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.ConstraintMode;
import jakarta.persistence.Entity;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hibernate.MappingException;
import org.hibernate.annotations.PartitionKey;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Hibernate does with a partition key, whether a database is sharded or not; docs/jpa.md says the remedies. */
class PartitionKeyTest {
    private static final String ORDERING = "hibernate.column_ordering_strategy";

    @TempDir
    private Path folder;

    /** With a key of its own. */
    @Entity(name = "owned")
    static class Owned {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        private Long id;

        @PartitionKey
        private int owner;
    }

    /** As one would write it. */
    @Entity(name = "constrained")
    static class Constrained {
        @Id
        private long id;

        @ManyToOne
        @JoinColumn(name = "owned_id")
        private Owned owned;
    }

    /** As the page says. */
    @Entity(name = "free")
    static class Free {
        @Id
        private long id;

        @ManyToOne
        @JoinColumn(name = "owned_id", foreignKey = @ForeignKey(ConstraintMode.NO_CONSTRAINT))
        private Owned owned;
    }

    /** The statements that would make the tables. */
    private String schema(String dialect, String ordering, Class<?> referring) throws Exception {
        Path script = folder.resolve("schema.sql");
        try (StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .applySetting("hibernate.dialect", "org.hibernate.dialect." + dialect)
                .applySetting("hibernate.boot.allow_jdbc_metadata_access", "false")
                .applySetting(ORDERING, ordering)
                .applySetting("jakarta.persistence.schema-generation.scripts.action", "create")
                .applySetting("jakarta.persistence.schema-generation.scripts.create-target", script.toString())
                .build()) {
            new MetadataSources(registry)
                    .addAnnotatedClass(Owned.class)
                    .addAnnotatedClass(referring)
                    .buildMetadata()
                    .buildSessionFactory()
                    .close();
        }
        return Files.readString(script);
    }

    @Test
    void aReferenceByTheIdAloneHasNoForeignKeyThatFits() {
        assertThatThrownBy(() -> schema("PostgreSQLDialect", "default", Constrained.class))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining("must have same number of columns as the referenced primary key");
    }

    @Test
    void withoutAConstraintItIsMapped() throws Exception {
        assertThat(schema("PostgreSQLDialect", "default", Free.class)).contains("primary key (");
    }

    @Test
    void theSmallerColumnIsFirstInTheKeyUnlessTheOrderIsThatOfOld() throws Exception {
        assertThat(schema("MariaDBDialect", "default", Free.class)).contains("primary key (owner, id)");
        Files.delete(folder.resolve("schema.sql"));
        assertThat(schema("MariaDBDialect", "legacy", Free.class)).contains("primary key (id, owner)");
    }
}
