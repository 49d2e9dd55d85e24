import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings/settings.ts';

const day = 86_400_000;

/**
 * `/.well-known/security.txt` (RFC 9116): the address to report vulnerabilities to, which is that of the team. It is
 * valid for 180 days from each request, so that it never expires and stays below the year that the RFC recommends.
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
