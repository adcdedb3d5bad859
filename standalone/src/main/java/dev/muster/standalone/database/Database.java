package dev.muster.standalone.database;

import dev.muster.connections.schema.DatabaseStanding;

/**
 * A database: its address and account are known before it is started. Closing stops it, if it was
 * started here.
 */
public interface Database extends DatabaseStanding, AutoCloseable {

  /**
   * Returns when it can be used, where that is this process' affair.
   *
   * @throws dev.muster.standalone.StartProblem if it does not start
   */
  void start();

  /** JDBC address. */
  String url();

  String user();

  String password();

  /** What people are told: embedded and where, or the address without the password. */
  String description();

  @Override
  void close();
}
