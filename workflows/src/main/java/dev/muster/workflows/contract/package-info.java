/**
 * What others may know of the workflows: their interfaces, their activities' interfaces, the
 * records that cross them, and the client that starts and signals them. {@code api}, {@code
 * activities} and {@code worker} see nothing else of this module.
 */
@NullMarked
package dev.muster.workflows.contract;

import org.jspecify.annotations.NullMarked;
