/** Whether Temporal knows Muster's search attributes. */
@NullMarked
package dev.muster.connections.attributes;

import org.jspecify.annotations.NullMarked;
