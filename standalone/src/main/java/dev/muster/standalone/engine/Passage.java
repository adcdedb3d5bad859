package dev.muster.standalone.engine;

import com.google.protobuf.MessageLite;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every call of one engine passes here: what it leaves behind is counted, the namespace gets the
 * identity of this engine, and when the engine is replaced the calls in hand are ended. A poll is
 * ended as one that found nothing, which no worker minds; anything else as unavailable, which every
 * client tries again.
 */
final class Passage implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(Passage.class);
  private static final long END_BY_THEMSELVES_MILLIS = 50;

  /** A workflow that wants to end learns of something new first; it gets another task. */
  private static final String NOT_YET = "UnhandledCommand";

  private final String identity;
  private final EngineCost cost;
  private volatile boolean broken;
  private final Set<Passing<?, ?>> inHand = ConcurrentHashMap.newKeySet();
  private volatile boolean shut;

  Passage(String identity, EngineCost cost) {
    this.identity = identity;
    this.cost = cost;
  }

  @Override
  public <Q, R> Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Passing<Q, R> passing = new Passing<>(call);
    inHand.add(passing);
    if (shut) {
      passing.end();
      return new Listener<>() {};
    }
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(passing.context, passing, headers, next)) {
      @Override
      public void onMessage(Q message) {
        if (message instanceof MessageLite request) {
          cost.count(passing.method, request);
        }
        super.onMessage(message);
      }

      @Override
      public void onCancel() {
        passing.over();
        super.onCancel();
      }
    };
  }

  /**
   * Whether a workflow is stuck for good. This engine takes half of a workflow task in whose middle
   * it finds something that it cannot do, such as the cancelling of what has just ended: it refuses
   * the task's completion, again and again, and neither gives the task out anew nor lets it time
   * out. A server does nothing of that kind.
   */
  boolean isBroken() {
    return broken;
  }

  private static boolean breaks(String method, Status status) {
    return method.equals("RespondWorkflowTaskCompleted")
        && switch (status.getCode()) {
          case INVALID_ARGUMENT -> !NOT_YET.equals(status.getDescription());
          case FAILED_PRECONDITION, INTERNAL, UNKNOWN -> true;
          // The task is old, or somebody stops.
          case OK,
              NOT_FOUND,
              CANCELLED,
              UNAVAILABLE,
              DEADLINE_EXCEEDED,
              ALREADY_EXISTS,
              PERMISSION_DENIED,
              RESOURCE_EXHAUSTED,
              ABORTED,
              OUT_OF_RANGE,
              UNIMPLEMENTED,
              DATA_LOSS,
              UNAUTHENTICATED ->
              false;
        };
  }

  int inHand() {
    return inHand.size();
  }

  /** Lets nothing pass any more and ends what is in hand. */
  void shut() {
    shut = true;
    inHand.forEach(passing -> passing.context.cancel(null));
    Thread.ofVirtual()
        .name("muster-engine-calls")
        .start(() -> {
          pause();
          inHand.forEach(Passing::end);
        });
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(END_BY_THEMSELVES_MILLIS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  private static Status replaced() {
    return Status.UNAVAILABLE.withDescription("the embedded engine was replaced by a new one");
  }

  /** A call in hand. Its answer may come from its handler or, when that is too late, from us. */
  private final class Passing<Q, R> extends SimpleForwardingServerCall<Q, R> {

    private final Context.CancellableContext context = Context.current().withCancellation();
    private final String method;
    private boolean answering;
    private boolean closed;

    Passing(ServerCall<Q, R> call) {
      super(call);
      this.method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
    }

    @Override
    public synchronized void sendHeaders(Metadata headers) {
      if (!closed) {
        answering = true;
        super.sendHeaders(headers);
      }
    }

    @Override
    @SuppressWarnings("unchecked") // an answer's own type, built again
    public synchronized void sendMessage(R message) {
      if (closed) {
        return;
      }
      super.sendMessage(
          message instanceof DescribeNamespaceResponse described
              ? (R) withIdentity(described)
              : message);
    }

    @Override
    public synchronized void close(Status status, Metadata trailers) {
      if (breaks(method, status)) {
        broken = true;
        LOG.warn("The embedded engine refused a workflow task: {}", status.getDescription());
      }
      if (!closed) {
        closed = true;
        super.close(status, trailers);
      }
      over();
    }

    /** Unless its handler is about to end it. */
    synchronized void end() {
      if (answering) {
        return;
      }
      if (isPoll()) {
        sendHeaders(new Metadata());
        sendMessage(getMethodDescriptor().parseResponse(InputStream.nullInputStream()));
        close(Status.OK, new Metadata());
      } else {
        close(replaced(), new Metadata());
      }
    }

    private boolean isPoll() {
      return method.startsWith("Poll") && method.endsWith("TaskQueue");
    }

    void over() {
      inHand.remove(this);
      context.cancel(null);
    }
  }

  private DescribeNamespaceResponse withIdentity(DescribeNamespaceResponse described) {
    return described.toBuilder()
        .setNamespaceInfo(described.getNamespaceInfo().toBuilder().setId(identity))
        .build();
  }
}
