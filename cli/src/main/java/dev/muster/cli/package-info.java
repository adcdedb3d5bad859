/**
 * The {@code muster} command: a client of the REST API and of nothing else. {@code command} holds
 * the commands, {@code follow} the live display of a run, {@code rest} the HTTP client, {@code
 * terminal} what is written for people.
 */
package dev.muster.cli;
