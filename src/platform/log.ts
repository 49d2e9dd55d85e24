import type { FastifyBaseLogger } from 'fastify';

/** The server's log, for operators. */
export type Log = FastifyBaseLogger;
