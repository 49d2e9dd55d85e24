#!/bin/sh
# Makes the portal's two roles and its database: the running app can neither change the schema nor rewrite the audit
# log. Run once as the server's superuser: OWNER_PASSWORD=… APP_PASSWORD=… sh roles.sh; the PostgreSQL container does
# so by itself.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -U "${POSTGRES_USER:-postgres}" -d postgres <<'SQL'
CREATE ROLE portal_owner LOGIN PASSWORD :'owner';
CREATE ROLE portal_app LOGIN PASSWORD :'app';
CREATE DATABASE portal OWNER portal_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE portal FROM PUBLIC;
GRANT CONNECT ON DATABASE portal TO portal_app;
SQL
