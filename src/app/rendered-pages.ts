import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderedPaths, type PageTask, type RenderedPage, type RenderedPath } from '../shared/rendered-pages.ts';
import { checkSession } from '../features/accounts/contract.ts';
import { findPersonOfCurrentSession } from '../features/sessions/exports.ts';
import type { EncodedUser } from '../shared/user.ts';
import type { SignedInPerson } from '../platform/http/calls/authentication.ts';
import { createCallMaker } from '../platform/http/calls/calls.ts';
import type { App, Route } from '../platform/http/calls/handler.ts';
import type { FirstCall, PersonalContent, RenderContent } from '../platform/http/pages/personal.ts';
import { toRateLimitAddress } from '../platform/rate-limit/rate-limiter.ts';
import { openSandboxes, resolveSandboxProgram, type OnProcessLost } from '../platform/sandbox/sandboxes.ts';

/** Renders pages in a separate process, which ends when no page has been requested for a minute. */
export interface PageRenderer {
  /** Returns the rendered page; null if the page needs more than the answers to its first calls. */
  render(task: PageTask): Promise<RenderedPage | null>;
  close(): Promise<void>;
}

const program = resolveSandboxProgram(import.meta.url, {
  bundled: './page.js',
  source: '../shell/rendering/renderPage.tsx',
});

/** How long the process may take for a page, in milliseconds. */
const timeLimitMs = 5_000;
/** How long a request waits for its content, in milliseconds. After that, the page loads its content itself. */
const patienceMs = 1_000;

/** Opens the renderer. Its process starts with the first page. */
export function openPageRenderer(onLost: OnProcessLost): PageRenderer {
  const sandboxes = openSandboxes({
    name: 'page',
    program,
    maxProcesses: 1,
    maxWaiting: 10,
    memoryMegabytes: 128,
    onLost,
  });
  return {
    render: async (task) => (await sandboxes.use((run) => run(task, { timeLimitMs }))) as RenderedPage | null,
    close: () => sandboxes.close(),
  };
}

/**
 * Returns a function that renders a participant's page for a phone, so that its list is shown before any script has
 * loaded. The cookie of the browser's current session identifies the participant. Returns null, so that the page is the
 * same as for everybody, for anyone else, with a query in its address, and if anything fails or takes too long.
 */
export function createContentRenderer(
  app: App,
  renderer: PageRenderer,
  routes: Route[],
  provider: unknown,
): RenderContent {
  const makeCall = createCallMaker(app, routes);

  async function render(
    path: RenderedPath,
    firstCalls: readonly FirstCall[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PersonalContent | null> {
    const viewer = await findPersonOfCurrentSession(request, app);
    if (viewer?.role !== 'participant') return null;
    request.personId = viewer.id;
    const setUp = { mustChangePassword: false, mustSetUpSecondFactor: false };
    const person: SignedInPerson = { ...viewer, ...setUp, caller: 'participant', sessionId: '' };
    const read = async (call: string, input: object) =>
      JSON.parse(await makeCall(call, input, person, request, reply)) as object;
    const [{ data: user }, ...answers] = await Promise.all([
      read(checkSession.path, {}) as Promise<{ data: EncodedUser }>,
      // The first call checks the session, which the page's scripts still do.
      ...firstCalls.slice(1).map(async ([call, input]) => [call, await read(call, input)] as const),
    ]);
    const bodies = Object.fromEntries(answers);
    const page = await renderer.render({ path, user, provider, bodies });
    return page && { ...page, answers: { email: user.email, bodies } };
  }

  return async (pageName, firstCalls, request, reply) => {
    const path = renderedPaths.find((candidate) => candidate === `/${pageName}`);
    if (!path || request.url.includes('?') || !isPhone(request.headers)) return null;
    request.ipAddress = toRateLimitAddress(request.ip);
    const content = render(path, firstCalls, request, reply).catch((error: unknown) => {
      const fault = error instanceof Error ? error.name : 'unknown';
      request.log.warn({ page: path, fault }, 'A page could not be rendered.');
      return null;
    });
    return Promise.race([content, sleep(patienceMs, null, { ref: false })]);
  };
}

/** Whether a browser runs on a phone. Browsers with client hints say so; others name 'Mobi' in their User-Agent. */
function isPhone({ 'sec-ch-ua-mobile': hint, 'user-agent': userAgent = '' }: Record<string, unknown>): boolean {
  return hint === undefined ? /\bMobi/.test(String(userAgent)) : hint === '?1';
}
