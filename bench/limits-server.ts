import Fastify from 'fastify';
import pg from 'pg';

// A bare server with the portal's libraries, whose speed the portal cannot exceed. The benchmark compares the portal
// with two of its calls: `/json` (called L1 in the results) and `/rows`, a prepared SELECT of fifty rows (L2). The
// server has no sessions, rights, checks, security headers or log. DATABASE_URL is the database of the benchmark. The
// server prints its address once it listens.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const fastify = Fastify();
fastify.post('/json', () => ({ status: 'success' }));

const since = new Date();
const selectFiftySlots = `SELECT id, type_id, starts_at, ends_at, status, coach_id FROM appointment
  WHERE status = 'F' AND starts_at > $1 ORDER BY starts_at, id LIMIT 50`;
fastify.post('/rows', async () => {
  const { rows } = await pool.query<object>({ name: 'fifty', text: selectFiftySlots, values: [since] });
  return { status: 'success', data: rows };
});

console.log(await fastify.listen({ port: 0, host: '127.0.0.1' }));
