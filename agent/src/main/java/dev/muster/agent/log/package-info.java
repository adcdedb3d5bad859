/** What an action printed: bounded, rotated, and addressed by the offset from its beginning. */
package dev.muster.agent.log;
