package org.penstock.config.files;

/** What a line of a file holds or has and must not, and what it may. */
record Mistake(int line, String what, String allowed) {}
