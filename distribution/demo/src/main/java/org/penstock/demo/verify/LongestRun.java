package org.penstock.demo.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds what is out of order: what remains of a list when its longest ascending part is taken out. */
final class LongestRun {
    private LongestRun() {}

    /** The indexes, ascending, of the fewest elements without which the list would ascend; elements are all different. */
    static List<Integer> outside(List<Integer> values) {
        int n = values.size();
        int[] lastOfLength = new int[n]; // the smallest value that ends an ascending part of each length
        int[] indexOfLast = new int[n];
        int[] before = new int[n];
        int length = 0;
        for (int i = 0; i < n; i++) {
            int at = -Arrays.binarySearch(lastOfLength, 0, length, values.get(i)) - 1;
            before[i] = at == 0 ? -1 : indexOfLast[at - 1];
            lastOfLength[at] = values.get(i);
            indexOfLast[at] = i;
            length = Math.max(length, at + 1);
        }
        boolean[] inside = new boolean[n];
        for (int i = length == 0 ? -1 : indexOfLast[length - 1]; i >= 0; i = before[i]) {
            inside[i] = true;
        }
        List<Integer> outside = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            if (!inside[i]) {
                outside.add(i);
            }
        }
        return outside;
    }
}
