package org.penstock.log.support;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * What was thrown, as an operator reads it: what is the matter, in words, and where only the operator can do something
 * about it, what. Several of the JDK's exceptions say it by their class alone, and their message is a path or nothing.
 *
 * <p>It is one line without double quotes, for use between two of them. Mistakes in code, which have no such words, keep
 * their class before their message.
 *
 * <p>Threads: any.
 */
public final class Reason {
    /** By what the C library or the JVM says, in lower case. */
    private static final Map<String, String> REMEDIES = Map.of(
            "too many open files", "raise the limit of open files (ulimit -n)",
            "no space left on device", "make room there",
            "disk quota exceeded", "make room there, or raise the quota",
            "direct buffer memory", "raise -XX:MaxDirectMemorySize",
            "java heap space", "raise -Xmx",
            "gc overhead limit exceeded", "raise -Xmx",
            "metaspace", "raise -XX:MaxMetaspaceSize",
            "unable to create native thread", "raise the limits of threads and of memory (ulimit -u, cgroup)");

    private Reason() {}

    public static String of(Throwable thrown) {
        String what = inOneLine(words(thrown));
        String known = what.toLowerCase(Locale.ROOT);
        return REMEDIES.entrySet().stream()
                .filter(remedy -> known.contains(remedy.getKey()))
                .filter(remedy -> !what.contains(remedy.getValue())) // a reason that was put into another's message
                .findFirst()
                .map(remedy -> what + "; " + remedy.getValue())
                .orElse(what);
    }

    private static String words(Throwable e) {
        if (isWrapper(e) && e.getCause() != null) {
            return words(e.getCause());
        }
        if (e instanceof FileSystemException file) {
            return ofFile(file);
        }
        if (e instanceof OutOfMemoryError) {
            return "out of memory" + afterColon(e.getMessage());
        }
        if (e instanceof UnresolvedAddressException) {
            return "the host name cannot be resolved";
        }
        if (e instanceof OverlappingFileLockException) {
            return "this process has locked the file already";
        }
        return e instanceof IOException io ? ofInputOutput(io) : named(e);
    }

    /** Says nothing of its own. */
    private static boolean isWrapper(Throwable e) {
        return e instanceof UncheckedIOException || e instanceof CompletionException || e instanceof ExecutionException;
    }

    private static String ofFile(FileSystemException e) {
        String two = e.getOtherFile() == null ? "" : " -> " + e.getOtherFile();
        String said = e.getReason() == null ? "" : e.getReason();
        String what = fault(e, said);
        String more = said.isEmpty() || what.equals(said) ? "" : " (" + said + ")";
        return (e.getFile() == null ? "" : e.getFile() + two + ": ") + what + more;
    }

    private static String fault(FileSystemException e, String said) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied to user " + System.getProperty("user.name");
        }
        if (e instanceof FileAlreadyExistsException) {
            return "exists already, and is not what is wanted there";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return "the folder is not empty";
        }
        if (e instanceof NotDirectoryException) {
            return "not a folder";
        }
        if (e instanceof FileSystemLoopException) {
            return "symbolic links lead in a circle";
        }
        return said.isEmpty() ? "the file system refused it" : said;
    }

    private static String ofInputOutput(IOException e) {
        if (e instanceof UnknownHostException) {
            return "the host name cannot be resolved" + afterColon(e.getMessage());
        }
        if (e instanceof CharacterCodingException) {
            return "it is not text in the expected encoding" + afterColon(e.getMessage());
        }
        if (e instanceof ClosedByInterruptException) {
            return "its thread was interrupted, which closed the channel";
        }
        if (e instanceof ClosedChannelException) {
            return "the channel was closed";
        }
        if (e instanceof EOFException) {
            return "it ended early" + afterColon(e.getMessage());
        }
        if (isBlank(e.getMessage())) {
            return e.getCause() == null ? "I/O error, " + name(e) : words(e.getCause());
        }
        // made of its cause alone, it has taken over the cause's toString
        boolean repeats =
                e.getCause() != null && e.getMessage().equals(e.getCause().toString());
        return repeats ? words(e.getCause()) : e.getMessage();
    }

    private static String named(Throwable e) {
        return name(e) + afterColon(e.getMessage());
    }

    /** A class without a name of its own, of a test for example, goes by its parent's. */
    private static String name(Throwable e) {
        Class<?> type = e.getClass();
        return type.isAnonymousClass() ? type.getSuperclass().getSimpleName() : type.getSimpleName();
    }

    private static String afterColon(String message) {
        return isBlank(message) ? "" : ": " + message;
    }

    private static boolean isBlank(String message) {
        return message == null || message.isBlank();
    }

    private static String inOneLine(String text) {
        return text.replaceAll("\\s+", " ").strip().replace('"', '\'');
    }
}
