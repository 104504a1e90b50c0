package org.shardingjdbc.jdbc.internal.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BareUrlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "jdbc:h2:mem:a jdbc:h2:mem:a",
                "jdbc:h2:mem:a;PASSWORD=geheim jdbc:h2:mem:a",
                "jdbc:h2:mem:a;INIT=//geheim jdbc:h2:mem:a",
                "jdbc:mysql://h:3306/db jdbc:mysql://h:3306/db",
                "jdbc:mysql://h/db?password=geheim jdbc:mysql://h/db",
                "jdbc:mysql://u:geheim@h/db?x=y jdbc:mysql://h/db",
                "jdbc:mysql://u:ge@heim@h/db jdbc:mysql://h/db",
                "jdbc:mysql://u:ge;heim@h/db jdbc:mysql://***",
                "jdbc:mysql://u@h1,u2:geheim@h2/db jdbc:mysql://h2/db",
                "jdbc:mysql://(host=h,port=1,user=u,password=geheim)/db jdbc:mysql://(host=h,port=1,user=***,password=***)/db",
                "jdbc:mysql://address=(host=h)(port=1)(password=geheim)/db jdbc:mysql://address=(host=h)(port=1)(password=***)/db",
                "jdbc:mysql://[(host=h1,password=geheim),(host=h2)]/db jdbc:mysql://[(host=h1,password=***),(host=h2)]/db",
                "jdbc:sqlserver://h:1433;user=a@b;password=geheim jdbc:sqlserver://***",
                "jdbc:sqlserver://h:1433;password=geheim jdbc:sqlserver://h:1433",
                "jdbc:postgresql://h1:1,h2:2/a;b jdbc:postgresql://h1:1,h2:2/a",
                "jdbc:postgresql:db jdbc:postgresql:db",
                "none none"
            })
    void showsWhereAndNotWho(String url, String shown) {
        assertThat(BareUrl.of(url)).isEqualTo(shown).doesNotContain("heim");
    }
}
