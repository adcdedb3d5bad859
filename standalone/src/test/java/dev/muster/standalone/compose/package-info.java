/**
 * Holds docker-compose.yml and the Dockerfile to what they promise, without Docker: against the
 * Compose Specification, and by running each service's command on this machine, in the same order
 * and with the same environment.
 */
package dev.muster.standalone.compose;
