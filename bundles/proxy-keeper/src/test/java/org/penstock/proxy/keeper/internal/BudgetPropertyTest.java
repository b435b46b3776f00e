package org.penstock.proxy.keeper.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetPropertyTest {
    @Test
    void isSixtyFourMebibytesWhereNotSet() {
        assertEquals(64L << 20, BudgetProperty.parse(null));
    }

    @ParameterizedTest
    @CsvSource({"1000000,1000000", "512k,524288", "64m,67108864", "' 2g ',2147483648", "3g,3221225472"})
    void isANumberOfBytesOrOfAPowerOfThem(String text, long bytes) {
        assertEquals(bytes, BudgetProperty.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "many",
                "-1",
                "1.5m",
                "64mb",
                "64 m",
                "64M",
                "512K",
                "3G",
                "0x10",
                "9999999999999",
                "999999999999g",
                "m"
            })
    void isRefusedInOneLineThatSaysWhatIsAllowed(String text) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> BudgetProperty.parse(text));
        assertEquals(
                "penstock.buffers = " + text + ": not a size; allowed is a number of bytes, or one with k, m or g",
                e.getMessage());
    }
}
