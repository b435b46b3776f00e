package org.penstock.shell.framework;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.felix.service.command.CommandSession;

/**
 * A command as it was called, rightly.
 *
 * @param help nothing is to be done but to show it
 */
record Call(CommandSession session, boolean help, Set<Syntax.Option> options, List<String> words) {
    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.+");

    /** Where Felix's {@code cd} keeps the session's folder. */
    private static final String FOLDER = "_cwd";

    boolean has(Syntax.Option option) {
        return options.contains(option);
    }

    static boolean isUrl(String word) {
        return URL.matcher(word).matches();
    }

    /** A word as a URL: what is none yet is a file's name, from the session's folder. */
    String location(String word) {
        if (isUrl(word)) {
            return word;
        }
        Path folder = session.get(FOLDER) instanceof File file ? file.toPath() : Path.of("");
        return folder.resolve(word).toAbsolutePath().normalize().toUri().toString();
    }
}
