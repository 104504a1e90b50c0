package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same script of psql against the plain server and through the proxy: the same transcript. */
class PsqlTest {
    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        Program.require("psql");
        servers = PostgreSqlBehindProxy.start("proxy_psql");
    }

    @AfterAll
    static void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    private static String psql(String[] address, String script) throws IOException, InterruptedException {
        return Program.run(
                script,
                "psql",
                "-X",
                "-a",
                "-h",
                address[0],
                "-p",
                address[1],
                "-d",
                address[2],
                "-v",
                "VERBOSITY=verbose");
    }

    @Test
    void saysWhatThePlainServerSays() throws Exception {
        String script = new String(
                PsqlTest.class.getResourceAsStream("/psql/session.sql").readAllBytes(), StandardCharsets.UTF_8);

        String plain = psql(servers.plainAddress(), script);
        String through = psql(servers.address(), script);

        Files.writeString(Path.of("target", "psql-plain.txt"), withoutPlaces(plain));
        Files.writeString(Path.of("target", "psql-through.txt"), withoutPlaces(through));
        assertThat(withoutPlaces(through)).isEqualTo(withoutPlaces(plain));
        // of the script's last SELECT: two that end before it would be alike, too
        assertThat(plain).contains("| 1 year 2 days | a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    }

    /** Of an error, the lines that say where in the server or in the text it was found. */
    private static String withoutPlaces(String transcript) {
        StringBuilder kept = new StringBuilder();
        String[] lines = transcript.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].startsWith("LOCATION:")) {
                continue;
            }
            if (lines[i].startsWith("LINE ")) {
                i++;
                continue;
            }
            if (lines[i].startsWith("CONTEXT:  data source ")) {
                continue;
            }
            // each actual table has an index of its own
            kept.append(lines[i].replace("t_order_0", "t_order")).append('\n');
        }
        return kept.toString();
    }
}
