/** Agents for tests: real HTTP servers whose behaviour a test decides. */
@NullMarked
package dev.muster.activities.fake;

import org.jspecify.annotations.NullMarked;
