import type { FastifyBaseLogger } from 'fastify';

/** A logger of the server's log, which operators read. */
export type Log = FastifyBaseLogger;
