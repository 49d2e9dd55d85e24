import { sql } from 'kysely';

/**
 * The id of an installation as SQL: 16 hexadecimal digits, derived from the microsecond of its first migration, which
 * backups and restores keep. NULL for a database without a portal.
 */
export const installationId = sql<string | null>`(
  SELECT left(encode(sha256(extract(epoch FROM applied_at)::text::bytea), 'hex'), 16)
  FROM migration ORDER BY name LIMIT 1
)`;
