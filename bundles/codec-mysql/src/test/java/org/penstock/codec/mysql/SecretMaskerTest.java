package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskerTest {
    /** What is masked, exactly: a caret stands for a secret byte in the second column. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SET PASSWORD = 'abc'|SET PASSWORD = '^^^'",
                "set password for 'u'@'h' = password('abc')|set password for '^'@'^' = ^^^^^^^^('^^^')",
                "CREATE USER 'u'@'h' IDENTIFIED BY 'abc'|CREATE USER 'u'@'h' IDENTIFIED BY '^^^'",
                "/* x */ ( ALTER USER u IDENTIFIED WITH p AS 'abc' REPLACE 'd'"
                        + "|/* x */ ( ALTER USER u IDENTIFIED WITH p AS '^^^' REPLACE '^'",
                "ALTER USER u IDENTIFIED WITH p AS 0x41ff, v|ALTER USER u IDENTIFIED WITH p AS ^^^^^^, v",
                "ALTER USER u IDENTIFIED WITH p AS x'41ff', v|ALTER USER u IDENTIFIED WITH p AS ^'^^^^', v",
                "SET PASSWORD = _utf8'abc' REPLACE N'd'|SET PASSWORD = ^^^^^'^^^' REPLACE ^'^'",
                "CREATE USER u IDENTIFIED BY PASSWORD '*94BD'|CREATE USER u IDENTIFIED BY ^^^^^^^^ '^^^^^'",
                "CREATE USER u IDENTIFIED VIA ed25519 USING PASSWORD('abc') OR unix_socket"
                        + "|CREATE USER u IDENTIFIED VIA ed25519 USING ^^^^^^^^('^^^') OR unix_socket",
                "CREATE USER u IDENTIFIED BY RANDOM PASSWORD PASSWORD EXPIRE|CREATE USER u IDENTIFIED BY ^^^^^^ PASSWORD PASSWORD EXPIRE",
                "SET PASSWORD FOR u@10.0.0.% TO RANDOM RETAIN CURRENT PASSWORD"
                        + "|SET PASSWORD FOR u@10.0.0.% TO ^^^^^^ RETAIN CURRENT PASSWORD",
                "SET PASSWORD FOR CURRENT_USER() = 'abc'|SET PASSWORD FOR CURRENT_USER() = '^^^'",
                "SET PASSWORD FOR `u`@`h` = 'abc'|SET PASSWORD FOR `u`@`h` = '^^^'",
                "SET PASSWORD = ?|SET PASSWORD = ?",
                "CREATE USER u IDENTIFIED BY 'a' REQUIRE SSL PASSWORD HISTORY 5 ACCOUNT LOCK"
                        + "|CREATE USER u IDENTIFIED BY '^' REQUIRE SSL PASSWORD HISTORY 5 ACCOUNT LOCK",
                "GRANT ALL ON *.* TO u IDENTIFIED BY 'a' WITH GRANT OPTION|GRANT ALL ON *.* TO u IDENTIFIED BY '^' WITH GRANT OPTION",
                "ALTER USER u IDENTIFIED BY 'a', v IDENTIFIED BY 'b' COMMENT 'c'"
                        + "|ALTER USER u IDENTIFIED BY '^', v IDENTIFIED BY '^' COMMENT '^'",
                "INSTALL PLUGIN validate_password SONAME 'x.so'|INSTALL PLUGIN validate_password SONAME '^^^^'",
                "CHANGE MASTER TO MASTER_PASSWORD='abc', MASTER_PORT=1|CHANGE MASTER TO MASTER_PASSWORD='^^^', MASTER_PORT=1",
                "CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD=\"abc\"|CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD=\"^^^\"",
                "CREATE SERVER s OPTIONS (USER 'u', PASSWORD 'abc')|CREATE SERVER s OPTIONS (USER 'u', PASSWORD '^^^')",
                "CREATE TABLE t (a INT) CONNECTION='mysql://u:p@h'|CREATE TABLE t (a INT) CONNECTION='^^^^^^^^^^^^^'",
                "GRANT ALL ON *.* TO u IDENTIFIED BY 'it''s'|GRANT ALL ON *.* TO u IDENTIFIED BY '^^''^'",
                "START SLAVE USER='u' PASSWORD='abc'|START SLAVE USER='u' PASSWORD='^^^'",
                "/*!50000 SET PASSWORD='abc' */|/*!50000 SET PASSWORD='^^^' */",
                "/*M!100100 SET PASSWORD='abc' */|/*M!100100 SET PASSWORD='^^^' */",
                "SET /* ' */ PASSWORD='abc'|SET /* ' */ PASSWORD='^^^'",
                "SET PASSWORD /* ' */ ='abc'|SET PASSWORD /* ' */ ='^^^'",
                "CREATE USER `o'brien` IDENTIFIED BY 'abc'|CREATE USER `o'brien` IDENTIFIED BY '^^^'",
                "SET GLOBAL s3_secret_key='abc'|SET GLOBAL s3_secret_key='^^^'",
                // a statement in a literal: all behind the word
                "PREPARE s FROM 'SET PASSWORD=''abc'''|PREPARE s FROM 'SET PASSWORD^^^^^^^^^",
                // a backslash: whether the quote behind it is one is not known
                "SET PASSWORD='a\\'b'|SET PASSWORD='^^^^^",
                "SET @a='x\\', PASSWORD='abc'|SET @a='x\\', PASSWORD^^^^^^",
                // the function, in whatever statement
                "SELECT PASSWORD('abc'), 1|SELECT PASSWORD(^^^^^^^^^",
                "UPDATE user SET p=Password ( 'abc')|UPDATE user SET p=Password (^^^^^^^",
                "INSERT INTO t VALUES (old_password('abc'))|INSERT INTO t VALUES (old_password(^^^^^^^",
                // between its name and the parenthesis, what servers pass over; they take its name in quotes, too
                "SELECT PASSWORD/**/('abc')|SELECT PASSWORD/*^^^^^^^^^",
                "SELECT PASSWORD /* (; */ ('abc')|SELECT PASSWORD /*^^^^^^^^^^^^^^",
                "~SELECT PASSWORD-- x\n('abc')~|~SELECT PASSWORD--^^^^^^^^^^~",
                "~SELECT PASSWORD # (x\n('abc')~|~SELECT PASSWORD #^^^^^^^^^^^~",
                "SELECT `PASSWORD`('abc')|SELECT `PASSWORD`(^^^^^^",
                "SELECT `old_password` /*x*/ ('abc')|SELECT `old_password` /*^^^^^^^^^^^",
                "SELECT /*!PASSWORD*/('abc')|SELECT /*!PASSWORD*/(^^^^^^",
            })
    void secretsAreMasked(String text, String masked) {
        assertEquals(masked, mask(text, false, text.length()));
        for (int piece = 1; piece < 12; piece++) {
            assertEquals(masked, mask(text, false, piece), "in pieces of " + piece);
        }
    }

    /** What no server takes is sent all the same, and has the secret in it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ALTER USER u IDENTIFIED BY S3cr!t|ALTER USER u IDENTIFIED BY ^^^^^^",
                "ALTER USER u IDENTIFIED BY $$S3cr!t$$|ALTER USER u IDENTIFIED BY ^^^^^^^^^^",
                "ALTER USER u IDENTIFIED BY `S3cr!t`|ALTER USER u IDENTIFIED BY ^^^^^^^^",
                "ALTER USER u IDENTIFIED BY 12345 REQUIRE SSL|ALTER USER u IDENTIFIED BY ^^^^^^^^^^^^^^^^^",
                "ALTER USER u IDENTIFIED BY ,S3cr!t|ALTER USER u IDENTIFIED BY ^^^^^^^",
                "ALTER USER u IDENTIFIED BY ;S3cr!t|ALTER USER u IDENTIFIED BY ^^^^^^^",
                "ALTER USER u IDENTIFIED BY PASSWORD ,S3cr!t|ALTER USER u IDENTIFIED BY ^^^^^^^^ ^^^^^^^",
                "ALTER USER u IDENTIFIED BY #S3cr!t|ALTER USER u IDENTIFIED BY ^^^^^^^",
                "ALTER USER u IDENTIFIED BY 'it's S3cr!t'|ALTER USER u IDENTIFIED BY '^^'^^^^^^^^^",
                "ALTER USER u IDENTIFIED BY ''S3cr!t''|ALTER USER u IDENTIFIED BY ''^^^^^^^^",
                "ALTER USER u IDENTIFIED BY password1|ALTER USER u IDENTIFIED BY ^^^^^^^^^",
                "ALTER USER u IDENTIFIED 3Scr!t|ALTER USER u IDENTIFIED ^^^^^^",
                "ALTER USER u IDENTIFED BY 'S3cr!t'|ALTER USER u IDENTIFED BY '^^^^^^'",
                "ALTER USER u IDENTIFIED BY 'a' REPLACE S3cr!t|ALTER USER u IDENTIFIED BY '^' REPLACE ^^^^^^",
                "ALTER USER u IDENTIFIED WITH p AS S3cr!t|ALTER USER u IDENTIFIED WITH p AS ^^^^^^",
                "ALTER USER u IDENTIFIED WITH p BY 'a'b' REQUIRE SSL|ALTER USER u IDENTIFIED WITH p BY '^'^^^^^^^^^^^^^^",
                "CREATE USER u IDENTIFIED VIA p USING S3cr!t|CREATE USER u IDENTIFIED VIA p USING ^^^^^^",
                "CREATE USER u IDENTIFIED VIA p USING PASSWORD(S3cr!t)|CREATE USER u IDENTIFIED VIA p USING ^^^^^^^^(^^^^^^^",
                "GRANT ALL ON *.* TO u IDENTIFIED BY S3cr!t|GRANT ALL ON *.* TO u IDENTIFIED BY ^^^^^^",
                "SET PASSWORD = S3cr!t|SET PASSWORD = ^^^^^^",
                "SET PASSWORD 3Scr!t|SET PASSWORD ^^^^^^",
                "SET PASSWORD := S3cr!t|SET PASSWORD := ^^^^^^",
                "SET PASSWORD FOR 'u'@'h' = S3cr!t|SET PASSWORD FOR '^'@'^' = ^^^^^^",
                "SET PASSWORD FOR u@h 3Scr!t|SET PASSWORD FOR u@h ^^^^^^",
                "SET PASSWORD = PASSWORD(S3cr!t)|SET PASSWORD = ^^^^^^^^(^^^^^^^",
                "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'u', PASSWORD 3Scr!t)"
                        + "|CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'u', PASSWORD ^^^^^^^",
                "CHANGE MASTER TO MASTER_PASSWORD=S3cr!t, MASTER_PORT=1|CHANGE MASTER TO MASTER_PASSWORD=^^^^^^^^^^^^^^^^^^^^^",
                "CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD=$S3cr!t|CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD=^^^^^^^",
                "START REPLICA USER='u' PASSWORD=S3cr!t|START REPLICA USER='u' PASSWORD=^^^^^^",
                "SET GLOBAL s3_secret_key=S3cr!t|SET GLOBAL s3_secret_key=^^^^^^",
                "CREATE TABLE t (a INT) CONNECTION=mysql://u:p@h|CREATE TABLE t (a INT) CONNECTION=^^^^^^^^^^^^^",
                "ST PASSWORD = S3cr!t|ST PASSWORD = ^^^^^^",
                "CREATE PROCEDURE p() ALTER USER u IDENTIFIED BY S3cr!t|CREATE PROCEDURE p() ALTER USER u IDENTIFIED BY ^^^^^^",
            })
    void whatIsNoLiteralWhereASecretShouldBeIsMaskedToTheEnd(String text, String masked) {
        for (int piece = 1; piece < 12; piece++) {
            assertEquals(masked, mask(text, false, piece), "in pieces of " + piece);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT 1; SET PASSWORD='abc'|SELECT 1; SET PASSWORD^^^^^^",
                "SELECT ';'; SET PASSWORD='abc'; SELECT 1|SELECT ';'; SET PASSWORD^^^^^^^^^^^^^^^^",
                "SET @a=1; CREATE USER u IDENTIFIED BY 'abc'; SET @b='x'"
                        + "|SET @a=1; CREATE USER u IDENTIFIED BY '^^^'; SET @b='x'",
                "BEGIN NOT ATOMIC SELECT 1; SET PASSWORD='abc'; END|BEGIN NOT ATOMIC SELECT 1; SET PASSWORD='^^^'; END",
            })
    void laterStatementsAreLookedAtToo(String text, String masked) {
        for (int piece = 1; piece < 12; piece++) {
            assertEquals(masked, mask(text, true, piece), "in pieces of " + piece);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT password FROM users WHERE name='bob'",
                "INSERT INTO users (name, password) VALUES ('bob', 'hash')",
                "(SELECT 'identified by')",
                "SELECT password-1, password/2 FROM users",
                "INSERT INTO visits (url) VALUES ('/password/edit'), ('/forgot-password/x-y')",
                "INSERT INTO users (`name`, `password`) VALUES ('bob', 'hash')",
                "CREATE TABLE t (id INT, password VARCHAR(9) NOT NULL, `old_password` TEXT, KEY (password, id))",
                "ALTER TABLE t CHANGE password pw VARCHAR(9), ADD INDEX (pw)",
                "CREATE VIEW v AS SELECT u.password AS pw FROM u WHERE password = old",
                "EXPLAIN SELECT password FROM u WHERE id=1",
                "GRANT SELECT (id, password) ON t TO u",
                "SET character_set_connection = utf8mb4",
                "SET GLOBAL default_password_lifetime = 90, GLOBAL max_connections = 5",
                "KILL CONNECTION 5",
                "SET NAMES 'utf8mb4'",
                "SET @a='it\\'s', @b='x'",
                "CREATE TABLE t (c VARCHAR(9) DEFAULT 'x' COMMENT 'it\\'s')",
                "-- a comment\nSELECT 'x'",
                "# a comment\nUPDATE t SET c='x'",
                "COMMIT",
                "",
            })
    void everydayStatementsAreLeftAlone(String text) {
        assertEquals(text, mask(text, false, text.length() + 1));
    }

    /** Whatever stands before and behind, however it is cut: the password never shows. */
    @Property(tries = 3000)
    void aPasswordNeverShows(
            @ForAll("noise") String before,
            @ForAll("noise") String behind,
            @ForAll boolean several,
            @ForAll @IntRange(min = 1, max = 9) int piece) {
        String text = "ALTER USER u " + before + " IDENTIFIED BY 'hunter2'" + behind;
        String masked = mask(text, several, piece);
        assertFalse(masked.contains("hunter2"), () -> text + " became " + masked);
        assertEquals(text.length(), masked.length());
    }

    /** However it is led to, and in whatever form: no more of it shows than a word has in common with one of SQL. */
    @Property(tries = 5000)
    void aSecretInNoFormThatServersTakeNeverShows(
            @ForAll("leads") String lead,
            @ForAll("forms") String form,
            @ForAll("noise") String behind,
            @ForAll boolean several,
            @ForAll @IntRange(min = 1, max = 9) int piece) {
        String text = lead + form.replace("?", "hunter2") + " " + behind;
        String masked = mask(text, several, piece);
        assertFalse(masked.contains("unter"), () -> text + " became " + masked);
        assertEquals(text.getBytes(StandardCharsets.UTF_8).length, masked.length());
    }

    @Provide
    Arbitrary<String> leads() {
        return Arbitraries.of(
                "ALTER USER u IDENTIFIED BY ",
                "ALTER USER u IDENTIFIED BY 'a' REPLACE ",
                "CREATE USER 'u'@'h' IDENTIFIED WITH p BY ",
                "CREATE USER u IDENTIFIED WITH p AS ",
                "CREATE USER u IDENTIFIED VIA p USING ",
                "CREATE USER u IDENTIFIED VIA p USING PASSWORD(",
                "CREATE USER v IDENTIFIED BY 'a', u IDENTIFIED BY ",
                "GRANT ALL ON *.* TO u IDENTIFIED BY PASSWORD ",
                "SET PASSWORD = ",
                "SET PASSWORD ",
                "SET PASSWORD FOR u = ",
                "SET PASSWORD FOR 'u'@'h' = OLD_PASSWORD(",
                "SET PASSWORD FOR `u`@h ",
                "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'u', PASSWORD ",
                "CHANGE MASTER TO MASTER_HOST='h', MASTER_PASSWORD=",
                "CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD = ",
                "START SLAVE USER='u' PASSWORD=",
                "GRANT SELECT ON t TO u IDENTIFIED BY ",
                "/*!50000 ALTER USER u IDENTIFIED BY ");
    }

    @Provide
    Arbitrary<String> forms() {
        return Arbitraries.of(
                "?",
                "$$?$$",
                "`?`",
                "(?)",
                "#?",
                "-- ?",
                "!?",
                "\\?",
                "=?",
                "@?",
                "{?}",
                "<?>",
                "[?]",
                "%?",
                "?'",
                "'?",
                "\"?",
                "''?''",
                "'a'?'b'",
                "'it's ?'",
                "'a' ?",
                "'a'/?",
                "\"a\"?",
                "0x?",
                "x?",
                "N?",
                "password ?",
                "password(?)",
                "random ?",
                "by ?",
                "'a''b' ?",
                "'?",
                "«?»",
                "‘?’",
                "1 ?",
                "null ?",
                "?.x",
                "x.?");
    }

    /** Pieces of SQL that are whole: what follows is code again. */
    @Provide
    Arbitrary<String> noise() {
        return Arbitraries.of(
                        "'a'",
                        "\"b\"",
                        "`c'`",
                        "/* ' */",
                        "/*! x */",
                        "-- '\n",
                        "--1",
                        "# \"\n",
                        ",",
                        "'it''s'",
                        "\"'\"",
                        "'\"'",
                        "'\\\\'",
                        "'\\''",
                        "1",
                        "0x27",
                        "x'27'",
                        "/",
                        "-",
                        "(",
                        ")",
                        "\n")
                .list()
                .ofMaxSize(6)
                .map(parts -> String.join(" ", parts));
    }

    private static String mask(String text, boolean several, int piece) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder masked = new StringBuilder();
        SecretMasker masker = new SecretMasker();
        masker.begin(several);
        SecretMasker.Pieces out = new SecretMasker.Pieces() {
            @Override
            public void plain(ByteBuffer in, int from, int to) {
                for (int i = from; i < to; i++) {
                    masked.append((char) in.get(i));
                }
            }

            @Override
            public void secret(ByteBuffer in, int from, int to) {
                masked.append("^".repeat(to - from));
            }
        };
        for (int at = 0; at < bytes.length; at += piece) {
            int n = Math.min(piece, bytes.length - at);
            ByteBuffer buffer = ByteBuffer.allocateDirect(n + 3)
                    .position(3)
                    .put(bytes, at, n)
                    .position(3);
            masker.push(buffer, 3, 3 + n, out);
        }
        return masked.toString();
    }
}
