package dev.muster.records.receivers;

/** What became of a request to make a receiver. */
public sealed interface ReceiverCreation {

  /** It was made. */
  record Created(ReceiverRecord receiver) implements ReceiverCreation {}

  /** There is one of this name already; its secret is not known. */
  record Taken() implements ReceiverCreation {}

  /** There is no such cluster. */
  record NoCluster() implements ReceiverCreation {}

  /** The cluster has as many as it may. */
  record TooMany(int most) implements ReceiverCreation {}
}
