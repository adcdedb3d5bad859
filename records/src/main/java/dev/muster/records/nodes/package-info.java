/** Nodes: what people registered, and what the cycles saw of them. */
@NullMarked
package dev.muster.records.nodes;

import org.jspecify.annotations.NullMarked;
