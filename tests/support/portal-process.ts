import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../../src/shared/call.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { startBuiltPortal, waitUntilReady, type StartedPortal } from './built-portal.ts';
import type { World } from './world.ts';

/**
 * Starts the built portal as a process of its own on the database of a world, with a data folder of its own; resolves
 * when it is ready. `env` are further settings. The caller must stop it before the world is closed.
 */
export async function startPortalProcess(world: World, env: Record<string, string> = {}): Promise<StartedPortal> {
  const portal = await startBuiltPortal({
    DATABASE_URL: world.appUrl,
    DATABASE_MIGRATE_URL: world.ownerUrl,
    DATA_DIR: mkdtempSync(join(world.dataDir, 'process-')),
    ...env,
  });
  await waitUntilReady(portal);
  return portal;
}

/** The answer of a portal that may be killed meanwhile; `body` is what JSON.parse returns. */
export interface ProcessAnswer {
  status: number;
  body: { meta: { status: string; code?: string }; status?: string; data?: unknown };
}

/** Makes a call at the portal with this address; returns null if the portal is killed before it has answered. */
export async function callProcess(
  url: string,
  call: Pick<Call, 'path'>,
  sessionId: string | null,
  input: Record<string, unknown> = {},
): Promise<ProcessAnswer | null> {
  try {
    const response = await fetch(url + servicePath(call), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...input, ...(sessionId !== null && { sessionId }) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) as ProcessAnswer['body'] };
  } catch {
    return null;
  }
}
