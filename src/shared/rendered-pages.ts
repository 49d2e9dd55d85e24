import type { EncodedUser } from './user.ts';

/** The paths of the pages that the server renders for participants (docs/decisions/0050). */
export const renderedPaths = ['/intern-participant', '/booking', '/appointments'] as const;
export type RenderedPath = (typeof renderedPaths)[number];

/** A page to render for a participant. */
export interface PageTask {
  path: RenderedPath;
  /** The participant as `checkSession` returns it. The session id is '', because the page must not contain it. */
  user: EncodedUser;
  /** The provider's public configuration, as `getPortal` returns it. */
  provider: unknown;
  /** The JSON bodies of the answers to the page's first calls, by the path of the call. */
  bodies: Readonly<Record<string, unknown>>;
}

/** The markup of a rendered page, and its style rules. Each entry of `rules` has the rules of one element. */
export interface RenderedPage {
  markup: string;
  rules: string[];
}
