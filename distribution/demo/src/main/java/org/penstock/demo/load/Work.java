package org.penstock.demo.load;

/** One thing that a client does, and whose every answer it checks. */
interface Work {
    void run(LedgeredConnection connection) throws WrongAnswer, BrokenConnection;
}
