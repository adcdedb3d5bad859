#!/bin/sh
# Brings the tables of Temporal's two databases to the version of this tool. Repeating it is harmless; after an upgrade of
# Temporal it must run before the new server starts, and it does: the server waits for it.
set -eu

tables() { # tables DATABASE SCHEMA
  temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" -p "$DB_PORT" -u "$POSTGRES_USER" --db "$1" setup-schema -v 0.0
  temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" -p "$DB_PORT" -u "$POSTGRES_USER" --db "$1" \
    update-schema --schema-name "postgresql/v12/$2"
}

tables temporal temporal
tables temporal_visibility visibility
echo "Temporal's tables are up to date."
