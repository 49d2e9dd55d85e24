import { sql } from 'kysely';

/**
 * The id of an installation as SQL: 16 hexadecimal digits. It is derived from the time of the first migration, to the
 * microsecond, so a restored backup has the same id. NULL if no migration has been applied.
 */
export const installationId = sql<string | null>`(
  SELECT left(encode(sha256(extract(epoch FROM applied_at)::text::bytea), 'hex'), 16)
  FROM migration ORDER BY name LIMIT 1
)`;
