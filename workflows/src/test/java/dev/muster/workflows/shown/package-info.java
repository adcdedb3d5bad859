/** Tests. */
@NullMarked
package dev.muster.workflows.shown;

import org.jspecify.annotations.NullMarked;
