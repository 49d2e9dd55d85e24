import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit into one packet anyway, so compressing them would save nothing. */
const minLength = 1024;
/** Stronger compression takes several times as long, and saves few bytes of an answer. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Compresses JSON answers for clients that accept it. A list shrinks to an eighth, which matters most on a slow mobile
 * connection. The length of a compressed answer does not help anybody to guess its content, since only somebody who
 * has the session id can send a call with an input of their choice.
 */
export function registerCompression(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (typeof payload !== 'string' || payload.length < minLength || !isJson || encoding === 'identity')
      return done(null, payload);
    reply.header('content-encoding', encoding);
    if (encoding === 'br') brotliCompress(payload, brotliOptions, done);
    else gzip(payload, done);
  });
}

/** Chooses the best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | string[] = ''): 'br' | 'gzip' | 'identity' {
  const isAccepted = (encoding: string) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`, 'i').test(String(accepted));
  if (isAccepted('br')) return 'br';
  return isAccepted('gzip') ? 'gzip' : 'identity';
}
