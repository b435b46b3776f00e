package org.penstock.demo.load;

/** What a statement gave, and how many rows were returned for it. */
record Answer<T>(T value, long rows) {}
