package org.penstock.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The command line, checked.
 *
 * @param list whether only to say what there is
 * @param suite the suite to run; null when {@code list}
 * @param quick whether to be done within five minutes
 * @param parties those that take part, in the suite's order
 * @param cases those that run, in the suite's order
 * @param json where the report goes as JSON
 */
record Options(boolean list, Suite suite, boolean quick, List<Party> parties, List<Case> cases, Optional<Path> json) {
    static final String USAGE = """
            usage: benchmarks/run SUITE [--quick] [--only PARTY,...|all] [--cases CASE,...|all] [--json FILE]
                   benchmarks/run --list

              --quick   3 short rounds that end within 5 minutes; else the suite's own, and 60 s of warm-up for each JVM
              --only    these parties instead of the suite's usual ones
              --cases   these cases instead of the suite's usual ones
              --json    write the report to FILE as JSON, too
              --list    the suites with their parties and cases""";

    static Options parse(List<String> arguments, List<Suite> suites) throws UsageError {
        if (arguments.equals(List.of("--list"))) {
            return new Options(true, null, false, List.of(), List.of(), Optional.empty());
        }
        Draft draft = new Draft();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            draft.take(rest.next(), rest);
        }
        return draft.finish(suites);
    }

    /** What has been read so far. */
    private static final class Draft {
        private String suite;
        private boolean quick;
        private String only;
        private String cases;
        private String json;

        void take(String argument, Iterator<String> rest) throws UsageError {
            switch (argument) {
                case "--quick" -> quick = true;
                case "--only" -> only = value(argument, rest);
                case "--cases" -> cases = value(argument, rest);
                case "--json" -> json = value(argument, rest);
                case "--list" -> throw new UsageError("--list stands alone");
                default -> suite = suiteName(argument);
            }
        }

        private String suiteName(String argument) throws UsageError {
            if (argument.startsWith("-")) {
                throw new UsageError("unknown option " + argument);
            }
            if (suite != null) {
                throw new UsageError("one suite at a time: " + suite + " or " + argument);
            }
            return argument;
        }

        private static String value(String option, Iterator<String> rest) throws UsageError {
            if (!rest.hasNext()) {
                throw new UsageError(option + " needs a value");
            }
            return rest.next();
        }

        Options finish(List<Suite> suites) throws UsageError {
            if (suite == null) {
                throw new UsageError("no suite given; there are: "
                        + names(suites, s -> s.programme().name()));
            }
            Suite chosen = choose(
                            "suite", List.of(suite), suites, s -> s.programme().name())
                    .get(0);
            Programme programme = chosen.programme();
            return new Options(
                    false,
                    chosen,
                    quick,
                    some("party", only, programme.parties(), Party::name, Party::byDefault),
                    some("case", cases, programme.cases(), Case::name, Case::byDefault),
                    json == null ? Optional.empty() : Optional.of(writable(Path.of(json))));
        }

        /** The named ones, all, or those that take part unless others are named. */
        private static <T> List<T> some(
                String kind, String wanted, List<T> all, Function<T, String> name, Predicate<T> usual)
                throws UsageError {
            if (wanted == null) {
                return all.stream().filter(usual).toList();
            }
            return wanted.equals("all") ? all : choose(kind, split(wanted), all, name);
        }

        /** Said before the run, not after it. */
        private static Path writable(Path file) throws UsageError {
            Path folder = file.toAbsolutePath().getParent();
            boolean possible = Files.exists(file)
                    ? !Files.isDirectory(file) && Files.isWritable(file)
                    : Files.isDirectory(folder) && Files.isWritable(folder);
            if (!possible) {
                throw new UsageError("--json " + file + " cannot be written");
            }
            return file;
        }

        private static List<String> split(String list) {
            return Arrays.asList(list.split(",", -1));
        }

        /** The named ones, in the order of all. */
        private static <T> List<T> choose(String kind, List<String> wanted, List<T> all, Function<T, String> name)
                throws UsageError {
            List<String> unknown = new ArrayList<>(wanted);
            unknown.removeAll(all.stream().map(name).toList());
            if (!unknown.isEmpty()) {
                throw new UsageError("unknown " + kind + " '" + unknown.get(0) + "'; there are: " + names(all, name));
            }
            return all.stream().filter(one -> wanted.contains(name.apply(one))).toList();
        }

        private static <T> String names(List<T> all, Function<T, String> name) {
            return all.stream().map(name).collect(Collectors.joining(", "));
        }
    }
}
