package dev.muster.activities.agent;

/** What an agent answers who asks for a log. */
public sealed interface LogPiece {

  /** It has no such action. */
  record Unknown() implements LogPiece {}

  /**
   * Some of it.
   *
   * @param offset where the bytes begin: later than asked if what was asked for is gone
   * @param next where to go on
   * @param end where the log ends by now; not before {@code next}
   * @param state whether more may come
   */
  // The array is never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Some(long offset, byte[] bytes, long next, long end, More state) implements LogPiece {}

  /** Whether there is more of a log. */
  enum More {
    /** The action ended, and this was the last of it. */
    NONE,
    /** There is, or may be. */
    SOME
  }

  /** As the headers of an answer say; they must fit each other and what was asked for. */
  static AgentAnswer<LogPiece> of(Reply reply, long asked) {
    long offset = reply.number("Muster-Log-Offset").orElse(-1L);
    long next = reply.number("Muster-Log-Next").orElse(-1L);
    boolean complete = "true".equals(reply.headers().get("Muster-Log-Complete"));
    byte[] bytes = reply.body();
    // An agent that was set back may answer where its log ends now, which is before what was asked.
    boolean fits =
        offset >= 0
            && next >= offset + bytes.length
            && (offset >= asked || (bytes.length == 0 && complete));
    if (!fits) {
      return reply.garbage(
          "the answer is no log: %d bytes at %d, the next at %d (asked for: %d)"
              .formatted(bytes.length, offset, next, asked));
    }
    long end = Math.max(next, reply.number("Muster-Log-End").orElse(next));
    return new AgentAnswer.Answered<>(
        new Some(
            Math.max(offset, asked),
            bytes,
            Math.max(next, asked),
            Math.max(end, asked),
            complete ? More.NONE : More.SOME));
  }
}
