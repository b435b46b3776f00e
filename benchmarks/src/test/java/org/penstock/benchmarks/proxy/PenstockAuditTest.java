package org.penstock.benchmarks.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.penstock.benchmarks.WorkNotDone;

class PenstockAuditTest {
    /** 100 queries over 20 connections, whose ends were seen, too. */
    private static final String JSON = """
            [{"name":"bench","state":"serving","detail":"","listen":"127.0.0.1:1","backend":"127.0.0.1:2",
            "protocol":"mysql","transport":"nio","codec_present":true,"recorders":{"journal":true},
            "record_level":"full","open":0,"parked":0,"opaque":0,"accepted":20,"refused":0,"exchanges":140,
            "client_bytes":5000,"server_bytes":30000,"records_dropped":0}]
            {"id":"x","state":"open","detail":"","directory":"/d","storage":"nio","segments":1,"first_position":100,
            "next_position":50100,"bytes_on_disk":67108864,"records":380,"unwritten_bytes":0,"refused":0,"failures":0}
            """;

    private final PenstockAudit full = audit("full");

    @Test
    void theFieldsAreFound() throws WorkNotDone {
        assertEquals(
                new PenstockCounts("nio", "full", true, 20, 0, 140, 35_000, 0, 380, 50_000),
                PenstockCounts.parse(JSON));
    }

    @Test
    void workThatWasDonePasses() throws WorkNotDone {
        full.check(PenstockCounts.parse(JSON), 100, 20);
        full.check(parse("\"exchanges\":140", "\"exchanges\":120"), 100, 20);
    }

    @Test
    void exchangesThatAreMissingOrTooManyFail() {
        failure(full, "\"exchanges\":140", "\"exchanges\":119");
        failure(full, "\"exchanges\":140", "\"exchanges\":141");
    }

    @Test
    void forwardingWithoutUnderstandingFails() {
        assertEquals(
                "it does not understand what it forwards",
                failure(full, "\"codec_present\":true", "\"codec_present\":false"));
        failure(full, "\"opaque\":0", "\"opaque\":1");
    }

    @Test
    void aJournalThatLacksRecordsOrBytesFails() {
        failure(full, "\"records\":380", "\"records\":139");
        failure(full, "\"next_position\":50100", "\"next_position\":35099");
        assertEquals("it dropped 3 records", failure(full, "\"records_dropped\":0", "\"records_dropped\":3"));
    }

    @Test
    void recordingNothingMeansAnEmptyJournal() {
        failure(audit("off"), "\"record_level\":\"full\"", "\"record_level\":\"off\"");
    }

    @Test
    void anotherConfigurationThanTheOneAskedForFails() {
        assertEquals("its transport is bio", failure(full, "\"transport\":\"nio\"", "\"transport\":\"bio\""));
        assertEquals("it records full", failure(audit("exchanges"), "x", "x"));
    }

    @Test
    void anAnswerWithoutAFieldSaysWhich() {
        assertEquals(
                "Penstock's shell does not tell 'exchanges'",
                assertThrows(WorkNotDone.class, () -> parse("\"exchanges\":140,", ""))
                        .getMessage());
    }

    private static PenstockAudit audit(String level) {
        return new PenstockAudit(null, new PenstockLauncher("nio", level));
    }

    private static PenstockCounts parse(String text, String instead) throws WorkNotDone {
        return PenstockCounts.parse(JSON.replace(text, instead));
    }

    private static String failure(PenstockAudit audit, String text, String instead) {
        return assertThrows(WorkNotDone.class, () -> audit.check(parse(text, instead), 100, 20))
                .getMessage();
    }
}
