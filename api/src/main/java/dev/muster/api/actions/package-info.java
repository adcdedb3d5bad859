/** Actions: create on a node, list, show with their history, approve, reject, cancel. */
@NullMarked
package dev.muster.api.actions;

import org.jspecify.annotations.NullMarked;
