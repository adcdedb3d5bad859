package dev.muster.standalone.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Muster's own account in the embedded PostgreSQL: it owns its database and is nothing besides. A
 * database that a Muster of before made as the superuser is handed over to it.
 */
final class OwnAccount {

  static final String NAME = "muster";

  private static final String ACCOUNT =
      """
      do $$ begin
        if not exists (select from pg_roles where rolname = 'muster') then
          create role muster;
        end if;
        if exists (
          select from pg_roles where rolname = 'muster' and (not rolcanlogin
            or rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls))
        then
          alter role muster
            login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
        end if;
      end $$
      """;

  private static final String OWNER =
      """
      do $$ begin
        if exists (
          select from pg_database where datname = 'muster' and datdba <> 'muster'::regrole)
        then
          alter database muster owner to muster;
        end if;
      end $$
      """;

  /** A sequence of a column goes with its table. */
  private static final String HAND_OVER =
      """
      do $$ declare it record; begin
        for it in
          select c.oid::regclass as name from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and c.relkind in ('r', 'p', 'v', 'm', 'S')
            and c.relowner <> 'muster'::regrole
            and not exists (
              select from pg_depend d
              where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
                and c.relkind = 'S')
        loop
          execute format('alter table %s owner to muster', it.name);
        end loop;
      end $$
      """;

  private OwnAccount() {}

  /** Makes account and database where they are missing; the same again changes nothing. */
  static void ensure(PostgresServer server) throws SQLException {
    try (Connection connection = server.connect("postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(ACCOUNT);
      if (!exists(statement)) {
        statement.execute("create database muster owner muster");
        return;
      }
      statement.execute(OWNER);
    }
    try (Connection connection = server.connect(NAME);
        Statement statement = connection.createStatement()) {
      statement.execute(HAND_OVER);
    }
  }

  private static boolean exists(Statement statement) throws SQLException {
    try (ResultSet found =
        statement.executeQuery("select from pg_database where datname = 'muster'")) {
      return found.next();
    }
  }
}
