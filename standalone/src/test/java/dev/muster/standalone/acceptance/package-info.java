/**
 * The whole path on real parts: processes, databases, agents, engines, and kills in the middle. The
 * same tests run on each engine that {@code -Dmuster.engines} names.
 */
package dev.muster.standalone.acceptance;
