/**
 * Kinds of the node's owner: executables in a folder, {@code external.NAME} each, asked with JSON
 * what they are, and told what to do. docs/external-kinds.md is the contract.
 */
package dev.muster.agent.external;
