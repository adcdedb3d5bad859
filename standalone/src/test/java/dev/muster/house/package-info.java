/** What the house asks of all modules together: who may see whom, and how large things may be. */
@NullMarked
package dev.muster.house;

import org.jspecify.annotations.NullMarked;
