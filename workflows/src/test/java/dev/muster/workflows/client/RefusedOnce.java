package dev.muster.workflows.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Answers the first call of one method as an engine does whose execution has just ended. */
final class RefusedOnce implements ClientInterceptor {

  private final String method;
  private final AtomicInteger calls = new AtomicInteger();

  RefusedOnce(String method) {
    this.method = method;
  }

  int calls() {
    return calls.get();
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> asked, CallOptions options, Channel next) {
    boolean first =
        Objects.equals(asked.getBareMethodName(), method) && calls.getAndIncrement() == 0;
    return first ? new Refused<>() : next.newCall(asked, options);
  }

  private static final class Refused<Q, A> extends ClientCall<Q, A> {

    @Override
    public void start(Listener<A> listener, Metadata headers) {
      listener.onClose(Status.NOT_FOUND.withDescription("Completed workflow"), new Metadata());
    }

    @Override
    public void request(int messages) {}

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {}

    @Override
    public void halfClose() {}

    @Override
    public void sendMessage(Q message) {}
  }
}
