/**
 * One cycle over a cluster: what its agents know is recorded, the nodes of open stages are moved
 * on, every waiting action gets its verdict, what may start is pushed, and the runs are told. All
 * decisions are made in {@code domain}; here they are fed and carried out, in bulk.
 */
package dev.muster.activities.cycle;
