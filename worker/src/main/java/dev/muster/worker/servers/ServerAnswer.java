package dev.muster.worker.servers;

/** What a server said. */
public sealed interface ServerAnswer {

  /** It answered with 200 and text in UTF-8. */
  record Body(String contentType, String text) implements ServerAnswer {}

  /**
   * It did not.
   *
   * @param why one sentence, without anything that the server sent
   */
  record Away(String why) implements ServerAnswer {}
}
