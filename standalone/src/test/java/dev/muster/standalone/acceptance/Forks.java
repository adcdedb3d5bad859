package dev.muster.standalone.acceptance;

/** Which of the processes that run tests at the same time this one is. */
final class Forks {

  private Forks() {}

  /** From 1; also when Maven did not start it. */
  static int own() {
    return Integer.getInteger("muster.fork", 1);
  }
}
