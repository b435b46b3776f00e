package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Transcript;

/** Sessions up to the login's end. */
final class LoginTranscripts {
    private LoginTranscripts() {}

    static List<Transcript> all() {
        return List.of(
                Script.loggedIn("login", BASIC).end(),
                Script.loggedIn("login with counted scramble", BASIC | Capabilities.PLUGIN_AUTH_LENENC)
                        .end(),
                Script.loggedIn("login with scramble ended by zero", BASIC & ~Capabilities.SECURE_CONNECTION)
                        .end(),
                Script.loggedInToMariaDb("login to MariaDB", BASIC | Capabilities.MARIADB_CACHE_METADATA)
                        .end(),
                mariaDbByAnotherName(),
                attributes(),
                withoutDatabase(),
                withoutPassword(),
                refused(),
                switched(),
                cachingSha2(),
                dialog(),
                errorInsteadOfGreeting(),
                errorInsteadOfGreetingWithState(),
                errorBeforeResponse(),
                tls(),
                oldClient(),
                noClient(),
                noServer(),
                eagerClient(),
                commandBeforeLoginEnded());
    }

    /** The version is a setting of the server's. */
    private static Transcript mariaDbByAnotherName() {
        long clears = ~Capabilities.LONG_PASSWORD;
        return Script.loggedIn(
                        "login to a MariaDB that says it is none", "8.0.36", "mariadb", -1L & clears, BASIC & clears)
                .end();
    }

    /** What a client tells of itself, behind authentication data as long as tokens are. */
    private static Transcript attributes() {
        long connectAttributes = 1 << 20;
        Payload pairs = new Payload()
                .counted("_client_name")
                .counted("libmysql")
                .counted("note")
                .counted("x".repeat(300));
        Payload response = handshakeResponse(
                        BASIC | Capabilities.PLUGIN_AUTH_LENENC | connectAttributes, "ann", "t".repeat(2000), "shop")
                .lengthEncoded(pairs.size())
                .raw(pairs.bytes());
        return new Script("login with attributes and a long token")
                .greeted("8.4.0", "mysql", ALL)
                .client(response)
                .server(ok())
                .login("ann", "shop", "8.4.0")
                .end();
    }

    private static Transcript withoutDatabase() {
        long capabilities = BASIC & ~Capabilities.CONNECT_WITH_DB;
        return new Script("login without database")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(capabilities, "ann", "12345678901234567890", ""))
                .server(ok())
                .login("ann", null, "8.4.0")
                .end();
    }

    private static Transcript withoutPassword() {
        return new Script("login without password")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC, "ann", "", "shop"))
                .server(ok())
                .login("ann", "shop", "8.4.0")
                .end();
    }

    private static Transcript refused() {
        return new Script("login refused")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC, "bob", "12345678901234567890", "shop"))
                .server(error(1045, "28000", "Access denied for user 'bob'"))
                .common("db.namespace", "shop")
                .expectError(
                        "LOGIN",
                        1045,
                        "28000",
                        "Access denied for user 'bob'",
                        "penstock.mysql.user",
                        "bob",
                        "penstock.mysql.server_version",
                        "8.4.0",
                        "penstock.mysql.connection_id",
                        7)
                .end();
    }

    private static Transcript switched() {
        return new Script("login switched to another plugin")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC, "ann", "12345678901234567890", "shop"))
                .server(Payload.of(0xfe).zeroEnded("mysql_clear_password").text("nonce"))
                .client(new Payload().secret("in the clear\0"))
                .server(ok())
                .login("ann", "shop", "8.4.0")
                .end();
    }

    private static Transcript cachingSha2() {
        return new Script("caching_sha2_password, the whole way with the public key")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC | Capabilities.PLUGIN_AUTH_LENENC, "ann", "x".repeat(32), "shop"))
                .server(Payload.of(1, 4))
                .client(new Payload().secret("\2"))
                .server(Payload.of(1).text("-----BEGIN PUBLIC KEY-----"))
                .client(new Payload().secret("encrypted".repeat(20)))
                .server(Payload.of(1, 3), ok())
                .login("ann", "shop", "8.4.0")
                .end();
    }

    /** MariaDB's PAM: the plugin's packets are passed as they are. */
    private static Transcript dialog() {
        return new Script("login by questions and answers")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC, "ann", "", "shop"))
                .server(Payload.of(0xfe).zeroEnded("dialog").u8(4).text("Password: "))
                .client(new Payload().secret("in the clear\0"))
                .server(Payload.of(2).text("One-time code: "))
                .client(new Payload().secret("123456\0"))
                .server(Payload.of('o').text("k"), new Payload(), ok())
                .login("ann", "shop", "8.4.0")
                .end();
    }

    private static Transcript errorInsteadOfGreeting() {
        return new Script("an error instead of the greeting")
                .server(Payload.of(0xff).u16(1040).text("Too many connections"))
                .expectError("SERVER_ERROR", 1040, null, "Too many connections")
                .end();
    }

    private static Transcript errorInsteadOfGreetingWithState() {
        return new Script("an error with SQLSTATE instead of the greeting")
                .server(error(1129, "HY000", "Host is blocked"))
                .expectError("SERVER_ERROR", 1129, "HY000", "Host is blocked")
                .end();
    }

    private static Transcript errorBeforeResponse() {
        Script script = new Script("the server gives up waiting for the handshake response")
                .greeted("8.4.0", "mysql", ALL)
                .server(error(1159, "08S01", "Got timeout"));
        return script.expectError("SERVER_ERROR", 1159, "08S01", "Got timeout").end();
    }

    private static Transcript tls() {
        return new Script("TLS")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeFields(BASIC | Capabilities.SSL))
                .opaque(Side.CLIENT, "TLS")
                .raw(Side.CLIENT, new byte[] {0x16, 3, 1, 0, 100, 1, 0, 0, 96})
                .end();
    }

    private static Transcript oldClient() {
        return new Script("a client older than 4.1")
                .greeted("8.4.0", "mysql", ALL)
                .client(new Payload().u16(1).zeros(2).secret("\0a user whose name is long\0scramble"))
                .opaque(Side.CLIENT, "client speaks the protocol before MySQL 4.1, or none")
                .expectAborted("LOGIN", "penstock.mysql.server_version", "8.4.0", "penstock.mysql.connection_id", 7)
                .end();
    }

    private static Transcript noClient() {
        Script script = new Script("no MySQL client").greeted("8.4.0", "mysql", ALL);
        return script.raw(Side.CLIENT, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                .opaque(Side.CLIENT, 4, "client did not answer the greeting in this protocol")
                .expectAbortedBytes(
                        "LOGIN",
                        4,
                        script.said(Side.SERVER),
                        "penstock.mysql.server_version",
                        "8.4.0",
                        "penstock.mysql.connection_id",
                        7)
                .end();
    }

    private static Transcript noServer() {
        return new Script("no MySQL server")
                .raw(Side.SERVER, "SSH-2.0-OpenSSH_9.2\r\n".getBytes(StandardCharsets.US_ASCII))
                .opaque(Side.SERVER, 4, "server does not speak this protocol")
                .end();
    }

    private static Transcript eagerClient() {
        return new Script("a client that does not wait for the greeting")
                .raw(Side.CLIENT, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                .opaque(Side.CLIENT, 0, "client spoke before the server's greeting")
                .end();
    }

    private static Transcript commandBeforeLoginEnded() {
        Script script = new Script("a command before the login ended")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC, "ann", "12345678901234567890", "shop"));
        int offset = script.said(Side.CLIENT) + 4;
        return script.common("db.namespace", "shop")
                .expectAborted(
                        "LOGIN",
                        "penstock.mysql.user",
                        "ann",
                        "penstock.mysql.server_version",
                        "8.4.0",
                        "penstock.mysql.connection_id",
                        7)
                .command(query("SELECT 1"))
                .opaque(Side.CLIENT, offset, "client sent a command before its authentication ended")
                .end();
    }
}
