/** The environment in which the product runs. */
export type Environment = 'development' | 'stage' | 'production';

/** The environment of a page by its host (reference 1.16): a local host, one that contains 'stage', or any other. */
export function environmentOf(host: string): Environment {
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) || host.endsWith('.localhost')) return 'development';
  return host.includes('stage') ? 'stage' : 'production';
}
