package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

class EncryptConfigurationTest {
    @Test
    void everyMistakeIsToldWithItsPlace() {
        String yaml = """
                dataSources:
                  ds_0:
                    url: jdbc:h2:mem:encrypt_mistakes
                rules:
                - !ENCRYPT
                  tables:
                    t_user:
                      columns:
                        phone:
                          cipher: {name: phone_cipher, encryptorName: aess}
                          plainColumn: phone_plain
                        mail:
                          ciphr: {name: mail_cipher, encryptorName: aes}
                        card:
                          cipher: {name: card_cipher, encryptorName: short}
                          likeQuery: {name: card_like, encryptorName: aes}
                        street:
                          cipher: {name: street, encryptorName: aes}
                          assistedQuery: {name: street_digest, encryptorName: gcm}
                        name:
                          cipher: {name: Card_Cipher, encryptorName: aes}
                      queryWithCipherColumn: false
                  encryptors:
                    aes: {type: AES, props: {aes-key-value: SECRET, digest-algorithm-name: SHA-1, salt: x}}
                    short: {type: AES_GCM, props: {keys: "1:U0VDUkVU"}}
                    gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                    rot: {type: ROT13}
                    like: {type: CHAR_DIGEST_LIKE}
                """;
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(
                        new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("unknown encryptor 'aess'; did you mean 'aes'?")
                .hasMessageContaining("key 'plainColumn' is not read: write plain: {name: <column>, state: READ_PLAIN}")
                .hasMessageContaining("unknown key 'ciphr'")
                .hasMessageContaining("key 'queryWithCipherColumn' is not read: the state of plain tells what is read")
                .hasMessageContaining(
                        "encryptor 'gcm' makes different forms of equal values: use one such as HMAC_SHA256")
                .hasMessageContaining(
                        "what encryptor 'aes' stores does not tell what texts are like: use one such as CHAR_LIKE")
                .hasMessageContaining("CHAR_DIGEST_LIKE stores several characters alike")
                .hasMessageContaining(
                        "actual column 'Card_Cipher' is also that of rules[0].tables.t_user.columns.card.cipher")
                .hasMessageContaining("unknown key 'salt'")
                .hasMessageContaining("has a key of the id 1 with 6 bytes: it needs 32 bytes")
                .hasMessageContaining("unknown encryptor type 'ROT13'")
                .hasMessageNotContaining("SECRET")
                .hasMessageNotContaining("U0VDUkVU");
    }
}
