package org.penstock.demo.operator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.penstock.shell.client.ShellClient;

/** Types into the shell of a running Penstock, from outside of its process: a session for each line. */
public final class ShellOperator implements Operator {
    private final Path socket;

    /** @param socket the instance's control socket */
    public ShellOperator(Path socket) {
        this.socket = socket;
    }

    @Override
    public Result run(String line) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        try (ShellClient client = ShellClient.connect(socket)) {
            int status = client.run(line, output, error);
            return new Result(status, output.toString(StandardCharsets.UTF_8), error.toString(StandardCharsets.UTF_8));
        }
    }
}
