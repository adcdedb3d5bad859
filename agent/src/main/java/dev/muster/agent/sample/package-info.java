/**
 * A service for demonstrations and tests that behaves like a real one: it takes a moment to come
 * up, answers for its health, and can be started, stopped and asked for its status.
 */
package dev.muster.agent.sample;
