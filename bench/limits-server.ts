import Fastify from 'fastify';
import pg from 'pg';

// The most that a server on the same libraries could do: JSON in and out (L1), and one prepared SELECT of fifty rows
// (L2). No session, no rights, no checks, no headers of ours, no log. DATABASE_URL names a database of the bench; the
// address is printed once it listens.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const fastify = Fastify();
fastify.post('/json', () => ({ status: 'success' }));

const since = new Date();
const fifty = `SELECT id, type_id, starts_at, ends_at, status, coach_id FROM appointment
  WHERE status = 'F' AND starts_at > $1 ORDER BY starts_at, id LIMIT 50`;
fastify.post('/rows', async () => {
  const { rows } = await pool.query<object>({ name: 'fifty', text: fifty, values: [since] });
  return { status: 'success', data: rows };
});

console.log(await fastify.listen({ port: 0, host: '127.0.0.1' }));
