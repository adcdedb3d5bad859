/** Tests. */
@NullMarked
package dev.muster.workflows.orchestration;

import org.jspecify.annotations.NullMarked;
