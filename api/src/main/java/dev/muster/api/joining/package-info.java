/** How agents join, and by what they are known afterwards. */
package dev.muster.api.joining;
