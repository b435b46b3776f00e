package org.penstock.config.files;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who takes configurations now, by PID.
 *
 * @param single those that take one
 * @param many those that take one for each name
 * @param shown of both, those that an operator is told of
 */
record Takers(Set<String> single, Set<String> many, Set<String> shown) {
    boolean take(FileName.Configuration file) {
        return (file.named() ? many : single).contains(file.pid());
    }

    /** For a line: the names of the files that are taken, and of those that would be if all of Penstock were there. */
    String allowed() {
        Stream<String> one = single.stream().map(pid -> pid + FileName.ENDING);
        Stream<String> each = many.stream().filter(pid -> !single.contains(pid)).map(pid -> pid + FileName.NAMED);
        Stream<String> now =
                Stream.concat(one, each).filter(name -> shown.contains(name.replaceFirst("(-NAME)?\\.cfg$", "")));
        return Stream.concat(now, Owners.files()).collect(Collectors.toCollection(TreeSet::new)).stream()
                .collect(Collectors.joining(", "));
    }
}
