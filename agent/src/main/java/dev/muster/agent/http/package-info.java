/**
 * The protocol muster-agent/v1 over HTTP. One class for each resource; what is wrong with a request
 * becomes an RFC 9457 problem.
 */
package dev.muster.agent.http;
