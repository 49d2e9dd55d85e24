import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings/settings.ts';

const day = 86_400_000;

/**
 * Serves `/.well-known/security.txt` (RFC 9116) with the team's address for reports of vulnerabilities. It is valid for
 * 180 days from each request, so it never expires, and stays below the one year that the RFC recommends as the maximum.
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
