/** The exchange of agents' tokens. */
package dev.muster.worker.credentials;
