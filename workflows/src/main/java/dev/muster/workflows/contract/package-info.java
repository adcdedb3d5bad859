/**
 * What others may know of the workflows: their interfaces, their activities' interfaces, and the
 * records that cross them. {@code api}, {@code activities} and {@code worker} see nothing else of
 * this module, but for the client and {@code temporalui}.
 */
package dev.muster.workflows.contract;
