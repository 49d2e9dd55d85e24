import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings/settings.ts';

const dayMs = 86_400_000;

/**
 * Serves `/.well-known/security.txt` (RFC 9116) with the team's address for reports of vulnerabilities. It expires 180
 * days after each request: the RFC recommends less than a year.
 */
export function registerSecurityTxt(fastify: FastifyInstance, { coachingEmail, publicUrl }: Settings): void {
  fastify.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${coachingEmail}`,
          `Expires: ${new Date(Date.now() + 180 * dayMs).toISOString()}`,
          'Preferred-Languages: de, en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  );
}
