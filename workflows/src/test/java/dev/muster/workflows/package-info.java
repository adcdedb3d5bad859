/** Tests. */
@NullMarked
package dev.muster.workflows;

import org.jspecify.annotations.NullMarked;
