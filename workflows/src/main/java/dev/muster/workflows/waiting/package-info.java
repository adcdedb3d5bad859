/**
 * How workflows wait: timers that leave nothing behind, back-off, and the queue in which commands
 * stand between a handler and the main loop.
 */
package dev.muster.workflows.waiting;
