/** Whom the agent believes when it asks others over TLS. */
package dev.muster.agent.tls;
