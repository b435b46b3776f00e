package org.penstock.benchmarks.host;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of Java programs, run by the Java that runs this one. */
public final class JavaProgram {
    private JavaProgram() {}

    /**
     * A whole command line.
     *
     * @param options of the JVM
     * @param classPath its entries; one may be a path of several
     * @param program the class with the main method
     */
    public static List<String> command(
            List<String> options, List<String> classPath, String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(options);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), program));
        command.addAll(arguments);
        return command;
    }

    /** The same, of a program that is part of this one. */
    public static List<String> own(List<String> options, Class<?> program, List<String> arguments) {
        return command(options, List.of(System.getProperty("java.class.path")), program.getName(), arguments);
    }

    /** Where a module's classes are. */
    public static String classes(Path module) {
        return module.resolve("target/classes").toString();
    }
}
