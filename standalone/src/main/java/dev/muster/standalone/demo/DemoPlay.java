package dev.muster.standalone.demo;

import java.io.PrintStream;

/** What a demo shows: its nodes, which are started, and the story that is told with them. */
interface DemoPlay extends AutoCloseable {

  /**
   * Tells it over the REST API alone, and returns the exit code.
   *
   * @param url of the API
   */
  int tell(String url, PrintStream out) throws InterruptedException;

  @Override
  void close();
}
