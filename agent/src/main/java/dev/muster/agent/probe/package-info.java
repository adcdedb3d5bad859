/**
 * Looking once whether something is up, by HTTP, TCP or a command. The node's own status, the
 * status of a service and the {@code check.*} kinds all look with these.
 */
package dev.muster.agent.probe;
