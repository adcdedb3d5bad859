/**
 * Processes that outlive the agent. A command begins only after its identity is on disk, and leaves
 * its exit code there, so that an agent that was killed finds it again and never begins it twice.
 */
package dev.muster.agent.process;
