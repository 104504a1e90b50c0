package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/** What packets are made of, byte by byte. */
class PacketsTest {
    /** Keeps all that is sent. */
    private static final class Kept implements PacketWriter.Sink {
        private final ByteBuf bytes = Unpooled.buffer();

        @Override
        public ByteBuf buffer() {
            return bytes;
        }

        @Override
        public void paced() {
            // all of it is looked at in the end
        }

        @Override
        public void flush() {
            // all of it is looked at in the end
        }

        private byte[] payload() {
            byte[] all = new byte[bytes.readableBytes() - 4];
            bytes.getBytes(bytes.readerIndex() + 4, all);
            return all;
        }
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static PacketReader reader(String digits) {
        return new PacketReader(hex(digits));
    }

    // ---- frames

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "16777214, 1", "16777215, 2", "16777216, 2", "33554430, 3", "33554431, 3"})
    void aPayloadGoesInAsManyPacketsAsItNeeds(int length, int packets) throws ClientGone {
        Kept kept = new Kept();
        PacketWriter out = new PacketWriter(kept);
        out.sequence(255);
        out.begin().bytes(new byte[length]).end();
        int number = 255;
        int left = length;
        for (int i = 0; i < packets; i++) {
            int part = Math.min(left, PacketWriter.MAX_PAYLOAD);
            assertThat(kept.bytes.readUnsignedMediumLE()).isEqualTo(part);
            assertThat(kept.bytes.readUnsignedByte()).isEqualTo((short) number);
            kept.bytes.skipBytes(part);
            left -= part;
            number = number + 1 & 0xff;
        }
        assertThat(kept.bytes.isReadable()).isFalse();
        assertThat(out.sequence()).isEqualTo(number);
    }

    @Test
    void whatIsDroppedLeavesNothing() throws ClientGone {
        Kept kept = new Kept();
        PacketWriter out = new PacketWriter(kept);
        out.begin().int1(1).end();
        out.begin().int8(2).drop();
        out.begin().int1(3).end();
        assertThat(HexFormat.of().formatHex(kept.bytes.array(), 0, kept.bytes.readableBytes()))
                .isEqualTo("0100000001" + "0100000103");
    }

    // ---- numbers

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "250, fa",
        "251, fcfb00",
        "65535, fcffff",
        "65536, fd000001",
        "16777215, fdffffff",
        "16777216, fe0000000100000000",
        "-1, feffffffffffffffff"
    })
    void aNumberHasAsManyBytesAsItNeeds(long number, String digits) throws ClientGone, ProtocolViolation {
        Kept kept = new Kept();
        new PacketWriter(kept).begin().lengthEncoded(number).end();
        assertThat(kept.payload()).isEqualTo(hex(digits));
        if (number >= 0) {
            assertThat(reader(digits).lengthEncoded()).isEqualTo((int) number);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "fc", "fc00", "fd0000", "fe00000000", "fb", "ff", "feffffffffffffffff", "fe0000008000000000"
            })
    void aLengthThatIsNoneIsRefused(String digits) {
        assertThatThrownBy(() -> reader(digits).lengthEncoded()).isInstanceOf(ProtocolViolation.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"05616263", "fcffff61", "fdffffff", "feffffff7f00000000"})
    void aLengthBeyondTheEndIsRefusedBeforeAnythingIsAllocated(String digits) {
        assertThatThrownBy(() -> reader(digits).lengthEncodedBytes()).isInstanceOf(ProtocolViolation.class);
    }

    @Test
    void aTextWithoutAnEndIsRefused() {
        assertThatThrownBy(() -> reader("616263").untilZero()).isInstanceOf(ProtocolViolation.class);
    }

    // ---- login

    @Test
    void aLoginIsRead() throws ProtocolViolation {
        LoginPacket login = LoginPacket.read(hex("85a20800" + "00000001" + "2d" + "00".repeat(23) + "61707000" + "04"
                + "01020304" + "6d7973716c5f6e61746976655f70617373776f726400"));
        assertThat(login.user()).isEqualTo("app");
        assertThat(login.answer()).containsExactly(1, 2, 3, 4);
        assertThat(login.method()).isEqualTo("mysql_native_password");
        assertThat(login.collation()).isEqualTo(45);
    }

    @Test
    void aLoginBefore41IsRefused() {
        assertThatThrownBy(() -> LoginPacket.read(hex("0580000000000000" + "00".repeat(30))))
                .isInstanceOf(ProtocolViolation.class);
    }

    // ---- times

    @ParameterizedTest
    @CsvSource({
        "2024-02-29, 04e807021d",
        "0000-00-00, 00",
        "2024-02-29 00:00:00, 04e807021d",
        "2024-02-29 01:02:03, 07e807021d010203",
        "2024-02-29 01:02:03.5, 0be807021d01020320a10700",
        "2024-02-29 00:00:00.000001, 0be807021d00000001000000"
    })
    void aDateLeavesOutWhatIsZeroAtItsEnd(String text, String digits) throws ClientGone {
        Kept kept = new Kept();
        PacketWriter out = new PacketWriter(kept).begin();
        TimeBytes.writeDate(out, text);
        out.end();
        assertThat(kept.payload()).isEqualTo(hex(digits));
    }

    @ParameterizedTest
    @CsvSource({
        "00:00:00, 00",
        "01:02:03, 080000000000010203",
        "-838:59:59, 080122000000163b3b",
        "12:01:02.500000, 0c00000000000c010220a10700"
    })
    void aTimeHasDaysAndASign(String text, String digits) throws ClientGone, ProtocolViolation {
        Kept kept = new Kept();
        PacketWriter out = new PacketWriter(kept).begin();
        TimeBytes.writeTime(out, text);
        out.end();
        assertThat(kept.payload()).isEqualTo(hex(digits));
        assertThat(TimeBytes.readTime(reader(digits))).isEqualTo(text);
    }

    @Test
    void aDateIsReadAsWhatItIs() throws ProtocolViolation {
        assertThat(TimeBytes.readDate(reader("04e807021d"), false)).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(TimeBytes.readDate(reader("07e807021d010203"), true))
                .isEqualTo(LocalDateTime.of(2024, 2, 29, 1, 2, 3));
        assertThat(TimeBytes.readDate(reader("00"), false)).isEqualTo("0000-00-00");
        assertThat(TimeBytes.readDate(reader("07e807021e010203"), true)).isEqualTo("2024-02-30 01:02:03");
        assertThatThrownBy(() -> TimeBytes.readDate(reader("05e807021e01"), true))
                .isInstanceOf(ProtocolViolation.class);
    }

    // ---- floating numbers, as MariaDB 11.4 writes them

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, -0",
        "1.5, 1.5",
        "100, 100",
        "1e14, 100000000000000",
        "1e15, 1e15",
        "123456789012345680, 1.2345678901234568e17",
        "1e-14, 0.00000000000001",
        "1e-15, 0.000000000000001",
        "1.25e-300, 1.25e-300",
        "-1.7976931348623157e308, -1.7976931348623157e308"
    })
    void aDoubleIsWrittenByItsShortestDigits(double value, String text) {
        assertThat(FloatingDigits.ofDouble(value, WireColumn.NOT_FIXED)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.1", "16777216, 16777200", "3.4e38, 3.4e38", "1.17549e-38, 1.17549e-38"})
    void aFloatIsWrittenBySixDigits(float value, String text) {
        assertThat(FloatingDigits.ofFloat(value, WireColumn.NOT_FIXED)).isEqualTo(text);
    }

    @Test
    void aFixedScaleIsKept() {
        assertThat(FloatingDigits.ofDouble(1.5, 2)).isEqualTo("1.50");
    }

    // ---- texts of statements

    private static String decoded(byte[] bytes, String charset) throws MySqlException {
        return QueryText.decode(bytes, Objects.requireNonNull(ClientCharset.of(charset)), Dialects.MYSQL);
    }

    @Test
    void aTextIsReadInTheCharacterSetOfTheClient() throws MySqlException {
        assertThat(decoded("SELECT 'ü漢🙂'".getBytes(StandardCharsets.UTF_8), "utf8mb4"))
                .isEqualTo("SELECT 'ü漢🙂'");
        assertThat(decoded("SELECT 'ü'".getBytes(StandardCharsets.ISO_8859_1), "latin1"))
                .isEqualTo("SELECT 'ü'");
    }

    @Test
    void bytesThatAreNoTextBecomeTheirDigits() throws MySqlException {
        byte[] insert =
                "INSERT INTO t VALUES ('ü', _binary'\u00ff\\0\\'\u00fe''', 'a')".getBytes(StandardCharsets.ISO_8859_1);
        byte[] text = new String(insert, StandardCharsets.ISO_8859_1)
                .replace("ü", "\u00c3\u00bc")
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(decoded(text, "utf8mb4")).isEqualTo("INSERT INTO t VALUES ('ü', x'ff0027fe27', 'a')");
    }

    @Test
    void binaryTextsOfOtherCharacterSetsStayAsTheyAre() throws MySqlException {
        byte[] text = "SELECT _binary'\u00e9', '\u00e9'".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(decoded(text, "latin1")).isEqualTo("SELECT x'e9', 'é'");
    }

    @Test
    void bytesThatAreNoTextOutsideOfQuotesAreRefused() {
        byte[] text = "SELECT \u00ff".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> decoded(text, "utf8mb4"))
                .isInstanceOf(MySqlException.class)
                .hasMessageContaining("utf8mb4");
    }

    @ParameterizedTest
    @CsvSource({
        "0, utf8mb4",
        "8, latin1",
        "33, utf8mb3",
        "45, utf8mb4",
        "63, utf8mb4",
        "224, utf8mb4",
        "255, utf8mb4",
        "28, gbk"
    })
    void aCollationHasACharacterSet(int collation, String charset) {
        assertThat(Objects.requireNonNull(ClientCharset.ofCollation(collation)).title())
                .isEqualTo(charset);
    }

    @ParameterizedTest
    @ValueSource(ints = {35, 54, 60, 160, 1000})
    void whatNoClientMayHaveIsUnknown(int collation) {
        assertThat(ClientCharset.ofCollation(collation)).isNull();
    }
}
