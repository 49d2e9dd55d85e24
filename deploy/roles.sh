#!/bin/sh
# Makes the portal's two roles and its database: the running app can neither change the schema nor rewrite the audit
# log. Run once, with psql 14 or newer and both passwords in the environment (docs/installation.md); the PostgreSQL
# container does so by itself. As root it continues as the user postgres, whom PostgreSQL lets in without a password.
set -eu
: "${OWNER_PASSWORD:?}" "${APP_PASSWORD:?}"
export OWNER_PASSWORD APP_PASSWORD

as_superuser() {
  # A PostgreSQL on another machine (PGHOST) knows no users of this one.
  case "${PGHOST:-/}" in
    /*) if [ "$(id -u)" = 0 ] && id postgres >/dev/null 2>&1; then set -- runuser -u postgres -- "$@"; fi ;;
  esac
  # The user postgres may not be able to enter this folder.
  (cd / && "$@")
}

# psql takes the passwords from its environment: everybody can see its arguments.
as_superuser psql -X -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv app APP_PASSWORD
CREATE ROLE portal_owner LOGIN PASSWORD :'owner';
CREATE ROLE portal_app LOGIN PASSWORD :'app';
CREATE DATABASE portal OWNER portal_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE portal FROM PUBLIC;
GRANT CONNECT ON DATABASE portal TO portal_app;
SQL
