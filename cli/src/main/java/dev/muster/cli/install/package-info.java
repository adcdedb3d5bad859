/** {@code muster agent install}: brings an agent to a node, through the system's ssh. */
package dev.muster.cli.install;
