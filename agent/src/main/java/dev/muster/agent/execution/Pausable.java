package dev.muster.agent.execution;

/** Something that can be halted from outside, such as the processes of an action. */
public interface Pausable {

  /** Halts it. */
  void halt();

  /** Lets it go on. */
  void proceed();
}
