/** Tests. */
@NullMarked
package dev.muster.workflows.contract;

import org.jspecify.annotations.NullMarked;
