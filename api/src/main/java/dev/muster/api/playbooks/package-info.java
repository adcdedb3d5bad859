/** Playbooks: check, store, list, show, versions, and the schema that editors use. */
@NullMarked
package dev.muster.api.playbooks;

import org.jspecify.annotations.NullMarked;
