package org.shardingjdbc.proxy.internal.authority;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScramExchangeTest {
    private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String CLIENT_FIRST = "n,,n=user,r=rOprNGfwEbeRWgbNEkqO";
    private static final String CLIENT_FINAL = "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";

    private static ScramExchange exchange(String password, boolean known) {
        byte[] salt = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
        return new ScramExchange(ScramVerifier.of(password, salt, 4096), known, SERVER_NONCE);
    }

    /** The exchange of RFC 7677, section 3. */
    @Test
    void answersAsTheStandardSays() {
        ScramExchange exchange = exchange("pencil", true);
        assertThat(exchange.challenge(CLIENT_FIRST))
                .isEqualTo("r=rOprNGfwEbeRWgbNEkqO" + SERVER_NONCE + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
        assertThat(exchange.outcome(CLIENT_FINAL)).isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
    }

    @Test
    void aWrongPasswordIsNone() {
        ScramExchange exchange = exchange("Pencil", true);
        exchange.challenge(CLIENT_FIRST);
        assertThat(exchange.outcome(CLIENT_FINAL)).isNull();
    }

    @Test
    void nobodyIsNobodyWhateverTheProof() {
        ScramExchange exchange = exchange("pencil", false);
        exchange.challenge(CLIENT_FIRST);
        assertThat(exchange.outcome(CLIENT_FINAL)).isNull();
    }

    @Test
    void aProofOfAnotherExchangeIsNone() {
        ScramExchange exchange = exchange("pencil", true);
        exchange.challenge("n,,n=user,r=another");
        assertThat(exchange.outcome(CLIENT_FINAL)).isNull();
    }

    @Test
    void anotherChannelBindingThanAtFirstIsNone() {
        ScramExchange exchange = exchange("pencil", true);
        exchange.challenge("y,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        assertThat(exchange.outcome(CLIENT_FINAL)).isNull();
    }

    @Test
    void whatIsMalformedIsNone() {
        for (String first : new String[] {
            "", "n", "n,", "n,,", "n,,n=user", "n,,r=x", "p=tls-unique,,n=user,r=x", "n,,n=user,r=", "x,,n=u,r=x"
        }) {
            assertThat(exchange("pencil", true).challenge(first)).as(first).isNull();
        }
        for (String last : new String[] {"", "c=biws", "c=biws,r=x,p=", "c=biws,r=x,p=%%%", ",p=AAAA"}) {
            ScramExchange exchange = exchange("pencil", true);
            exchange.challenge(CLIENT_FIRST);
            assertThat(exchange.outcome(last)).as(last).isNull();
        }
        assertThat(exchange("pencil", true).outcome(CLIENT_FINAL)).isNull();
    }

    @Test
    void unknownUsersHaveOneSaltEach() {
        Users users = new Users(List.of(), false);
        String salt = salt(users.scram("nobody", null));
        assertThat(salt(users.scram("nobody", null))).isEqualTo(salt);
        assertThat(salt(users.scram("nobody else", null))).isNotEqualTo(salt);
    }

    private static String salt(ScramExchange exchange) {
        String challenge = String.valueOf(exchange.challenge(CLIENT_FIRST));
        return challenge.substring(challenge.indexOf(",s="));
    }
}
