import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

const day = 86_400_000;

/**
 * `/.well-known/security.txt` (RFC 9116): where somebody who found a hole writes to, which is the team's address. Valid
 * for 180 days from the moment it is asked for, so that it neither runs out nor promises more than a year.
 */
export function registerSecurityTxt(fastify: FastifyInstance, { coachingEmail, publicUrl }: Settings): void {
  fastify.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${coachingEmail}`,
          `Expires: ${new Date(Date.now() + 180 * day).toISOString()}`,
          'Preferred-Languages: de, en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  );
}
