/** Tests of which engine moves the runs, against a real database. */
@NullMarked
package dev.muster.worker.ownership;

import org.jspecify.annotations.NullMarked;
