package org.penstock.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.JavaProgram;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.Workbench;

/** A {@link LoadClient} that was started, and how it is steered. One thread. */
public final class Load {
    private static final Duration READY = Duration.ofSeconds(30);
    private static final Duration ANSWER = Duration.ofMinutes(2);

    private final ChildProcess process;
    private final OutputStream commands;
    private final BufferedReader answers;

    private Load(ChildProcess process, Socket steering) throws IOException {
        this.process = process;
        this.commands = steering.getOutputStream();
        this.answers = new BufferedReader(new InputStreamReader(steering.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one, with no session yet.
     *
     * @param name of the party, which names its files
     * @param port of 127.0.0.1 to put under load
     */
    public static Load start(Workbench bench, String name, int port)
            throws WorkNotDone, IOException, InterruptedException {
        int steering = ListeningPorts.free();
        ChildProcess process = bench.start(
                name + "-load",
                bench.pinning().load(),
                JavaProgram.own(
                        List.of("-XX:+UseSerialGC", "-Xmx128m"),
                        LoadClient.class,
                        List.of(Integer.toString(steering), Integer.toString(port))),
                Map.of());
        process.awaitListening(steering, READY);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), steering);
        socket.setSoTimeout((int) ANSWER.toMillis());
        return new Load(process, socket);
    }

    /** Opens sessions that have one answer each, and then no traffic. */
    public void hold(int sessions) throws WorkNotDone {
        obey("hold " + sessions);
    }

    /** Opens sessions for work; each has one answer. */
    public void open(int sessions) throws WorkNotDone {
        obey("open " + sessions);
    }

    /** The sessions for work ask as fast as they are answered. */
    public void workClosed() throws WorkNotDone {
        obey("closed");
    }

    /** They ask so often a second, in all, however long answers take. */
    public void workPaced(double requestsPerSecond) throws WorkNotDone {
        obey("rate " + requestsPerSecond);
    }

    /** They ask no more, and have all their answers. */
    public void rest() throws WorkNotDone {
        obey("rest");
    }

    /** What they saw since the last call. */
    public Window cut() throws WorkNotDone {
        return Window.parse(ask("cut"));
    }

    private void obey(String command) throws WorkNotDone {
        String answer = ask(command);
        if (!answer.equals("ok")) {
            throw new WorkNotDone("the load could not \"" + command + "\": " + answer.replaceFirst("^error ", ""));
        }
    }

    private String ask(String command) throws WorkNotDone {
        try {
            commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            String answer = answers.readLine();
            if (answer == null) {
                throw new WorkNotDone("the load has ended" + process.lastWords());
            }
            return answer;
        } catch (SocketTimeoutException e) {
            throw new WorkNotDone("the load waits for more than " + ANSWER.toSeconds() + " s at \"" + command + "\""
                    + process.lastWords());
        } catch (IOException e) {
            throw new WorkNotDone("the load has ended" + process.lastWords());
        }
    }
}
