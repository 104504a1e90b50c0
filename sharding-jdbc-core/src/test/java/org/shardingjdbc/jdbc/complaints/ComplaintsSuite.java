package org.shardingjdbc.jdbc.complaints;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** The tests of a group of complaints, run for each kind of database that can be had; each test has its own forms. */
@ParameterizedClass(name = "{0}")
@EnumSource(DatabaseKind.class)
abstract class ComplaintsSuite {
    static ComplaintShards shards;

    @Parameter
    DatabaseKind kind;

    Forms forms;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = ComplaintShards.create(kind, "complaints");
    }

    @AfterParameterizedClassInvocation
    static void drop() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @BeforeEach
    void open() {
        forms = new Forms(shards);
    }

    @AfterEach
    void allFormsAgree() throws SQLException {
        forms.close();
    }
}
