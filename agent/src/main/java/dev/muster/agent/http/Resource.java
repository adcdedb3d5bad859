package dev.muster.agent.http;

import java.io.IOException;

/** Answers the calls to one path. */
interface Resource {

  void handle(Call call) throws IOException, InterruptedException;
}
