import { expect, test, vi } from 'vitest';
import { openQueue } from './queue.adapter.ts';

const minute = 60_000;
const [ada, ben, cem, dora, eva] = [1, 2, 3, 4, 5];

/** Opens a queue whose inspections last until the test calls `end`; `events` lists what has happened, in order. */
function open(limits: Partial<Parameters<typeof openQueue>[0]> = {}) {
  const queue = openQueue({ maxRunning: 2, maxWaiting: 20, slowAfter: minute, penalty: minute, ...limits });
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  /** Sends a person's document to the queue. */
  const send = (person: number, name: string, signal = new AbortController().signal) =>
    queue.inspect(
      person,
      async (stopSignal, onBegun) => {
        events.push(`${name} begins`);
        onBegun();
        await new Promise<void>((resolve, reject) => {
          ends.set(name, resolve);
          stopSignal.addEventListener('abort', () => {
            events.push(`${name} is stopped`);
            reject(stopSignal.reason as Error);
          });
        });
        return name;
      },
      signal,
    );
  /** Ends the inspection of a document; resolves once the next ones have begun. */
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { queue, events, send, end };
}

/** Waits until everything that needs no timer has happened. */
const settled = () => new Promise((done) => setImmediate(done));

test('documents of different people are inspected in the order in which they came', async () => {
  const { events, send, end } = open();
  const inspections = [ada, ben, cem, dora].map((person) => send(person, String(person)));
  await settled();
  expect(events).toEqual(['1 begins', '2 begins']);
  for (const name of ['2', '1', '3', '4']) await end(name);
  expect(events).toEqual(['1 begins', '2 begins', '3 begins', '4 begins']);
  expect(await Promise.all(inspections)).toEqual(['1', '2', '3', '4']);
});

test('a person’s second document waits for the first, while the other reader serves other people', async () => {
  const { events, send, end } = open();
  void send(ada, 'a1');
  void send(ada, 'a2');
  await settled();
  expect(events).toEqual(['a1 begins']);
  void send(ben, 'b1');
  await settled();
  expect(events).toEqual(['a1 begins', 'b1 begins']);
  await end('a1');
  expect(events).toEqual(['a1 begins', 'b1 begins', 'a2 begins']);
});

test('people take turns: a person whose document was just inspected waits for those who came in the meantime', async () => {
  const { events, send, end } = open();
  for (const name of ['a1', 'a2', 'a3']) void send(ada, name);
  for (const name of ['b1', 'b2']) void send(ben, name);
  void send(cem, 'c1');
  await settled();
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  expect(events.map((event) => event.split(' ')[0])).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a person with a penalty waits behind all others, even those who come later', async () => {
  const { queue, events, send, end } = open();
  queue.penalise(ada);
  void send(ben, 'b');
  void send(cem, 'c');
  void send(ada, 'a');
  void send(dora, 'd');
  await settled();
  void send(eva, 'e');
  await end('b');
  await end('c');
  expect(events).toEqual(['b begins', 'c begins', 'd begins', 'e begins']);
  await end('d');
  expect(events.at(-1)).toBe('a begins');
});

test('people with a penalty share one reader, and keep it when others come', async () => {
  const { queue, events, send, end } = open();
  for (const person of [ada, ben]) queue.penalise(person);
  void send(ada, 'a');
  void send(ben, 'b');
  await settled();
  expect(events).toEqual(['a begins']);
  for (const name of ['c1', 'c2', 'c3']) void send(cem, name);
  await settled();
  for (const name of ['c1', 'c2', 'c3']) await end(name);
  expect(events).toEqual(['a begins', 'c1 begins', 'c2 begins', 'c3 begins']);
  await end('a');
  expect(events.at(-1)).toBe('b begins');
});

test('a penalty expires by itself, even for documents that already wait', async () => {
  const { queue, events, send } = open({ penalty: 1 });
  queue.penalise(ada);
  queue.penalise(ben);
  void send(ada, 'a');
  void send(ben, 'b');
  await vi.waitFor(() => expect(events).toEqual(['a begins', 'b begins']), minute);
});

test('of two slow documents, the later one is postponed as soon as another person waits, and is inspected last', async () => {
  const { events, send, end } = open({ slowAfter: 1 });
  const slow = [send(ada, 'a'), send(ben, 'b')];
  void send(cem, 'c');
  await vi.waitFor(() => expect(events.at(-1)).toBe('c begins'), minute);
  expect(events).toEqual(['a begins', 'b begins', 'b is stopped', 'c begins']);
  await end('c');
  expect(events.at(-1)).toBe('c begins');
  await end('a');
  await end('b');
  expect(events.at(-1)).toBe('b begins');
  expect(await Promise.all(slow)).toEqual(['a', 'b']);
});

test('while a document is postponed, the other documents of its sender also wait behind all others', async () => {
  const { events, send, end } = open({ slowAfter: 1 });
  void send(ada, 'a');
  void send(ben, 'b1');
  void send(ben, 'b2');
  void send(cem, 'c');
  await vi.waitFor(() => expect(events).toContain('c begins'), minute);
  await end('c');
  expect(events).toEqual(['a begins', 'b1 begins', 'b1 is stopped', 'c begins']);
  await end('a');
  expect(events.at(-1)).toBe('b2 begins');
});

test('a document that was postponed is not postponed again', async () => {
  const { events, send, end } = open({ slowAfter: 1 });
  void send(ada, 'a');
  void send(ben, 'b');
  void send(cem, 'c');
  await vi.waitFor(() => expect(events.at(-1)).toBe('c begins'), minute);
  await end('c');
  await end('a');
  expect(events.at(-1)).toBe('b begins');
  void send(dora, 'd');
  void send(eva, 'e');
  await vi.waitFor(() => expect(events).toContain('e begins'), minute);
  expect(events.filter((event) => event.endsWith('stopped'))).toEqual(['b is stopped', 'd is stopped']);
});

test('a document that has waited behind all others is not stopped; a slow one that came before is postponed', async () => {
  const { queue, events, send } = open({ slowAfter: 1 });
  queue.penalise(ben);
  void send(ada, 'a');
  void send(ben, 'b');
  void send(cem, 'c');
  await vi.waitFor(() => expect(events).toContain('c begins'), minute);
  expect(events).toEqual(['a begins', 'b begins', 'a is stopped', 'c begins']);
});

test('however many people send slow documents, one reader stays free for everyone else', async () => {
  const { events, send, end } = open({ slowAfter: 1 });
  for (const person of [ada, ben, cem, dora]) void send(person, `slow ${person}`);
  void send(eva, 'quick');
  await vi.waitFor(() => expect(events).toContain('quick begins'), minute);
  await end('quick');
  void send(eva, 'another');
  await settled();
  expect(events.at(-1)).toBe('another begins');
});

test('hanging up removes a waiting document from the queue, and ends a running inspection', async () => {
  const { events, send } = open();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const a = send(ada, 'a', running.signal);
  void send(ben, 'b');
  const c = send(cem, 'c', waiting.signal);
  void send(dora, 'd');
  await settled();
  waiting.abort(new Error('c hangs up'));
  await expect(c).rejects.toThrow('c hangs up');
  running.abort(new Error('a hangs up'));
  await expect(a).rejects.toThrow('a hangs up');
  expect(events).toEqual(['a begins', 'b begins', 'a is stopped', 'd begins']);
});

test('when the maximum number of documents wait, another one is refused for now', async () => {
  const { send } = open({ maxWaiting: 1 });
  for (const person of [ada, ben, cem]) void send(person, String(person));
  await settled();
  await expect(send(dora, 'd')).rejects.toMatchObject({ status: 503 });
});
