package dev.muster.standalone.up;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What was begun on another thread, to save time. */
public final class Meanwhile {

  private Meanwhile() {}

  /** Waits for it; what went wrong there is thrown here as it was. */
  public static <T> T finished(CompletableFuture<T> begun) {
    try {
      return begun.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }
}
