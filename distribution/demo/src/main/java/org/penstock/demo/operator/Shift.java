package org.penstock.demo.operator;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.penstock.demo.load.Clock;

/** An operator's working time: the changes, one after the other, at even points of it. */
public final class Shift {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Operator operator;
    private final List<Operation> operations = Operation.all();
    private final Path log;
    private final Consumer<Swap> told;

    /**
     * @param log gets a line for each change, by {@link SwapLog}
     * @param told of each change when it is over
     */
    public Shift(Operator operator, Path log, Consumer<Swap> told) {
        this.operator = operator;
        this.log = log;
        this.told = told;
    }

    /** Makes all changes, and returns after the last one, done or not. */
    public void run(long startNanos, Duration time) throws IOException, InterruptedException {
        SwapLog.begin(log, operations.size());
        long step = time.toNanos() / (operations.size() + 1);
        for (int i = 0; i < operations.size(); i++) {
            TimeUnit.NANOSECONDS.sleep(startNanos + (i + 1) * step - System.nanoTime());
            Swap swap = make(operations.get(i));
            SwapLog.add(log, swap);
            told.accept(swap);
        }
    }

    private Swap make(Operation operation) throws InterruptedException {
        long beganNanos = Clock.epochNanos();
        long began = System.nanoTime();
        String problem = "";
        try {
            operation.run(new Console(operator, PATIENCE));
        } catch (NotDone | IOException e) {
            problem = String.valueOf(e.getMessage());
        }
        return new Swap(operation.name(), beganNanos, System.nanoTime() - began, problem);
    }
}
