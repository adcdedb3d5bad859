/** What people ask a cluster for by a signal, over a real database. */
@NullMarked
package dev.muster.activities.requests;

import org.jspecify.annotations.NullMarked;
