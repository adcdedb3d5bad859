package dev.muster.standalone.engine;

/** An engine that is ready. Closing stops it, if it was started here. */
public interface EngineProcess extends AutoCloseable {

  /** {@code host:port} of its frontend. */
  String address();

  /** What people are told. */
  String description();

  @Override
  void close();
}
