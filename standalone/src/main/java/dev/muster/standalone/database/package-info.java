/**
 * The database of the one process: an embedded PostgreSQL under the data folder, or one by its
 * address.
 */
package dev.muster.standalone.database;
