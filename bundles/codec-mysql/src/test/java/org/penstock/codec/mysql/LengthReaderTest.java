package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LengthReaderTest {
    @ParameterizedTest
    @CsvSource({
        "00, 0",
        "fa, 250",
        "fc0001, 256",
        "fdffffff, 16777215",
        "fe0000000001000000, 4294967296",
        "feffffffffffffff7f, 9223372036854775807",
    })
    void aLengthIsAsItWasSent(String bytes, long length) {
        assertEquals(length, read(bytes));
    }

    /** A negative one would move its reader backwards, or not at all. */
    @ParameterizedTest
    @CsvSource({"fe0000000000000080", "feffffffffffffffff", "fe00000000ffffffff"})
    void oneThatNothingCanHaveIsEndless(String bytes) {
        assertEquals(Long.MAX_VALUE, read(bytes));
    }

    private static long read(String hex) {
        LengthReader reader = new LengthReader();
        reader.reset();
        boolean whole = false;
        for (int i = 0; i < hex.length(); i += 2) {
            assertEquals(false, whole, "whole before its last byte");
            whole = reader.take((byte) Integer.parseInt(hex.substring(i, i + 2), 16));
        }
        assertEquals(true, whole);
        return reader.value();
    }
}
