/**
 * Members of clusters on this node: the kinds {@code member.*}, what is recorded of each member,
 * and how its processes are made to fit that record. The record is written first, so that whatever
 * runs has one, and whatever has one is made to run or goes.
 */
package dev.muster.agent.hosting;
