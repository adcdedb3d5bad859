package dev.muster.standalone.database;

import dev.muster.connections.schema.DatabaseStanding;

/** A database that is ready: its address and account. Closing stops it, if it was started here. */
public interface Database extends DatabaseStanding, AutoCloseable {

  /** JDBC address. */
  String url();

  String user();

  String password();

  /** What people are told: embedded and where, or the address without the password. */
  String description();

  @Override
  void close();
}
