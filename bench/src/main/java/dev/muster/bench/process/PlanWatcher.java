package dev.muster.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Watches the plans of a cluster, as Kubernetes' clients do, and counts what it is told. */
public final class PlanWatcher implements AutoCloseable {

  private final AtomicInteger seen = new AtomicInteger();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Begins to watch. */
  public PlanWatcher(String muster, String cluster) {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "%s/k8s/clusters/%s/apis/autopilot.k0sproject.io/v1beta2/plans?watch=true"
                        .formatted(muster, cluster)))
            .build();
    try {
      HttpResponse<InputStream> answer =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("the watch was answered by " + answer.statusCode());
      }
      Thread.ofVirtual().start(() -> read(answer.body()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  /** How many events there were so far. */
  public int seen() {
    return seen.get();
  }

  private void read(InputStream body) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      while (lines.readLine() != null) {
        seen.incrementAndGet();
      }
    } catch (IOException over) {
      // The benchmark has ended.
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
