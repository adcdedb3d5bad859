/** Tests. */
@NullMarked
package dev.muster.workflows.playbook;

import org.jspecify.annotations.NullMarked;
