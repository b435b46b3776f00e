package org.penstock.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * The process of a load. Who steers it connects once and sends a command a line; each is answered by a line, {@code ok} or
 * what was asked for, or {@code error} and why. It ends when that connection does.
 *
 * <pre>
 *   hold N      opens N sessions; each has one answer, and then nothing more
 *   open N      opens N sessions for work
 *   closed      these work: the next request of each follows its answer
 *   rate R      these work: R requests are due a second, in all
 *   rest        no more requests; answered when all answers are there
 *   cut         a {@link Window} since the last one
 * </pre>
 */
public final class LoadClient {
    private static final long QUIET_POLL_MILLIS = 5;
    private static final long QUIET_LIMIT_MILLIS = 10_000;

    private final LoadLoop loop;

    private LoadClient(LoadLoop loop) {
        this.loop = loop;
    }

    /** Arguments: the port to be steered at, the port to put under load; both of 127.0.0.1. */
    public static void main(String[] arguments) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        LoadLoop loop = new LoadLoop(new InetSocketAddress(loopback, Integer.parseInt(arguments[1])));
        Thread thread = new Thread(loop, "load");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((t, e) -> {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        thread.start();
        try (ServerSocket listener = new ServerSocket(Integer.parseInt(arguments[0]), 1, loopback);
                Socket steering = listener.accept()) {
            new LoadClient(loop).obey(steering);
        }
    }

    private void obey(Socket steering) throws IOException {
        BufferedReader commands =
                new BufferedReader(new InputStreamReader(steering.getInputStream(), StandardCharsets.UTF_8));
        PrintStream answers = new PrintStream(steering.getOutputStream(), true, StandardCharsets.UTF_8);
        for (String line; (line = commands.readLine()) != null; ) {
            answers.println(answer(line));
        }
    }

    private String answer(String line) {
        try {
            return obey(line.split(" ", -1));
        } catch (ExecutionException e) {
            return "error " + e.getCause().getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "error interrupted";
        }
    }

    private String obey(String[] words) throws ExecutionException, InterruptedException {
        switch (words[0]) {
            case "hold" -> await(done -> loop.hold(Integer.parseInt(words[1]), done));
            case "open" -> await(done -> loop.open(Integer.parseInt(words[1]), done));
            case "closed" -> loop.post(loop::workClosed);
            case "rate" -> loop.post(() -> loop.workPaced(Double.parseDouble(words[1])));
            case "rest" -> rest();
            case "cut" -> {
                return loop.call(loop::cut).get().line();
            }
            default -> throw new IllegalArgumentException(words[0]);
        }
        return "ok";
    }

    private void await(Consumer<CompletableFuture<Void>> begin) throws ExecutionException, InterruptedException {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.post(() -> begin.accept(done));
        done.get();
    }

    private void rest() throws ExecutionException, InterruptedException {
        loop.post(loop::rest);
        for (long waited = 0; !loop.call(loop::isQuiet).get(); waited += QUIET_POLL_MILLIS) {
            if (waited > QUIET_LIMIT_MILLIS) {
                throw new ExecutionException(new IOException("requests are not answered"));
            }
            Thread.sleep(QUIET_POLL_MILLIS);
        }
    }
}
