#!/bin/sh
# Makes the roles and databases of Temporal and Muster where they are missing, and sets the passwords to those of the
# environment. Repeating it is harmless. PGHOST, PGUSER and PGPASSWORD say where and as whom.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres <<'SQL'
\getenv temporal_password TEMPORAL_DB_PASSWORD
\getenv muster_password MUSTER_DB_PASSWORD

select 'create role temporal' where not exists (select from pg_roles where rolname = 'temporal') \gexec
alter role temporal login password :'temporal_password';
select 'create database temporal owner temporal'
 where not exists (select from pg_database where datname = 'temporal') \gexec
select 'create database temporal_visibility owner temporal'
 where not exists (select from pg_database where datname = 'temporal_visibility') \gexec
revoke connect on database temporal, temporal_visibility from public;

select 'create role muster' where not exists (select from pg_roles where rolname = 'muster') \gexec
alter role muster login password :'muster_password';
select 'create database muster owner muster' where not exists (select from pg_database where datname = 'muster') \gexec
revoke connect on database muster from public;
SQL
echo "The databases temporal, temporal_visibility and muster are there."
