/** Nodes of a cluster: register, list, show, remove. */
@NullMarked
package dev.muster.api.nodes;

import org.jspecify.annotations.NullMarked;
