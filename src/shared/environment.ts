/** The environment in which the product runs. */
export type Environment = 'development' | 'stage' | 'production';

/**
 * Returns the environment of a page by its host (reference 1.16): a local host is development, a host that contains
 * 'stage' is stage, and any other host is production.
 */
export function environmentOf(host: string): Environment {
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) || host.endsWith('.localhost')) return 'development';
  return host.includes('stage') ? 'stage' : 'production';
}
