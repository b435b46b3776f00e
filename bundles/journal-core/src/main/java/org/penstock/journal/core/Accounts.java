package org.penstock.journal.core;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.penstock.journal.api.AppendListener;

/**
 * The accounts of all appenders by number. Numbers are given again once an account is over.
 *
 * <p>Threads: any; reading takes no lock.
 */
final class Accounts {
    private final Deque<Integer> free = new ArrayDeque<>();
    private volatile Account[] all = new Account[16];
    private final Status status;
    private int used;

    Accounts(Status status) {
        this.status = status;
    }

    synchronized Account open(AppendListener listener) {
        int number = free.isEmpty() ? used++ : free.pop();
        Account account = new Account(listener, number, status);
        Account[] now = number < all.length ? all : Arrays.copyOf(all, 2 * all.length);
        now[number] = account;
        all = now; // publishes the element too
        return account;
    }

    /** The account of a number that has records in the ring. */
    Account get(int number) {
        return all[number];
    }

    /** Forgets an account if it is over; whoever sees that first. */
    synchronized void release(Account account) {
        if (all[account.number()] == account && account.over()) {
            all[account.number()] = null;
            free.push(account.number());
        }
    }

    /** How many there were at once, at most. */
    synchronized int size() {
        return used;
    }

    /** Tells all that there is room. */
    void space() {
        for (Account account : all) {
            if (account != null) {
                account.space();
            }
        }
    }
}
