package dev.muster.standalone.up;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class WarmUpCommandTest {

  @Test
  void everythingThatTheCacheIsTrainedWithIsAnswered() throws Exception {
    assertEquals(0, new WarmUpCommand().call());
  }
}
