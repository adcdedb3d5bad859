/** What a worker registers; the interfaces that others may see are in {@code contract}. */
@NullMarked
package dev.muster.workflows;

import org.jspecify.annotations.NullMarked;
