package org.penstock.codec.mysql;

/** Puts two CRC32C values together, as zlib does for its own: arithmetic modulo the polynomial over GF(2). */
final class Crc32cCombine {
    private static final int POLYNOMIAL = 0x82f6_3b78; // reflected: the highest bit is x^0
    private static final int ONE = 0x8000_0000;
    private static final int X_TO_8 = 0x0080_0000;

    private Crc32cCombine() {}

    /** The value of A followed by B, of which B has {@code length} bytes. */
    static int combine(int crcA, int crcB, long length) {
        return crcA == 0 ? crcB : multiply(shift(length), crcA) ^ crcB;
    }

    /** x^(8 n), by squaring. */
    private static int shift(long n) {
        int product = ONE;
        int power = X_TO_8;
        for (long left = n; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                product = multiply(power, product);
            }
            power = multiply(power, power);
        }
        return product;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        int factor = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= factor;
            }
            factor = (factor & 1) != 0 ? factor >>> 1 ^ POLYNOMIAL : factor >>> 1;
        }
        return product;
    }
}
