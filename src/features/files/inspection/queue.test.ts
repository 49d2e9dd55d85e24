import { expect, test, vi } from 'vitest';
import { openQueue } from './queue.adapter.ts';

const oneMinuteMs = 60_000;
const [ada, ben, cem, dora, eva] = [1, 2, 3, 4, 5];

/** Opens a queue whose inspections last until the test calls `end`; `events` lists what has happened so far. */
function openTestQueue(limits: Partial<Parameters<typeof openQueue>[0]> = {}) {
  const queue = openQueue({
    maxRunning: 2,
    maxWaiting: 20,
    slowAfterMs: oneMinuteMs,
    penaltyMs: oneMinuteMs,
    ...limits,
  });
  const events: string[] = [];
  const endFunctions = new Map<string, () => void>();
  /** Sends a person's document to the queue. */
  const send = (person: number, name: string, signal = new AbortController().signal) =>
    queue.inspect(
      person,
      async (attemptSignal, onStart) => {
        events.push(`${name} begins`);
        onStart();
        await new Promise<void>((resolve, reject) => {
          endFunctions.set(name, resolve);
          attemptSignal.addEventListener('abort', () => {
            events.push(`${name} is stopped`);
            reject(attemptSignal.reason as Error);
          });
        });
        return name;
      },
      signal,
    );
  /** Ends the inspection of a document; resolves once the next inspections have begun. */
  const end = async (name: string) => {
    endFunctions.get(name)?.();
    await settle();
  };
  return { queue, events, send, end };
}

/** Waits until the queue has done everything that needs no timer. */
const settle = () => new Promise((done) => setImmediate(done));

test('documents of different people are inspected in the order in which they came', async () => {
  const { events, send, end } = openTestQueue();
  const inspections = [ada, ben, cem, dora].map((person) => send(person, String(person)));
  await settle();
  expect(events).toEqual(['1 begins', '2 begins']);
  for (const name of ['2', '1', '3', '4']) await end(name);
  expect(events).toEqual(['1 begins', '2 begins', '3 begins', '4 begins']);
  expect(await Promise.all(inspections)).toEqual(['1', '2', '3', '4']);
});

test('a person’s second document waits for their first, while documents of other people are inspected', async () => {
  const { events, send, end } = openTestQueue();
  void send(ada, 'a1');
  void send(ada, 'a2');
  await settle();
  expect(events).toEqual(['a1 begins']);
  void send(ben, 'b1');
  await settle();
  expect(events).toEqual(['a1 begins', 'b1 begins']);
  await end('a1');
  expect(events).toEqual(['a1 begins', 'b1 begins', 'a2 begins']);
});

test('people take turns: after a person’s document was inspected, other people who already wait come first', async () => {
  const { events, send, end } = openTestQueue();
  for (const name of ['a1', 'a2', 'a3']) void send(ada, name);
  for (const name of ['b1', 'b2']) void send(ben, name);
  void send(cem, 'c1');
  await settle();
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  expect(events.map((event) => event.split(' ')[0])).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a person with a penalty waits behind all others, even those who come later', async () => {
  const { queue, events, send, end } = openTestQueue();
  queue.penalise(ada);
  void send(ben, 'b');
  void send(cem, 'c');
  void send(ada, 'a');
  void send(dora, 'd');
  await settle();
  void send(eva, 'e');
  await end('b');
  await end('c');
  expect(events).toEqual(['b begins', 'c begins', 'd begins', 'e begins']);
  await end('d');
  expect(events.at(-1)).toBe('a begins');
});

test('the documents of people with a penalty are inspected one at a time, and are not stopped when others come', async () => {
  const { queue, events, send, end } = openTestQueue();
  for (const person of [ada, ben]) queue.penalise(person);
  void send(ada, 'a');
  void send(ben, 'b');
  await settle();
  expect(events).toEqual(['a begins']);
  for (const name of ['c1', 'c2', 'c3']) void send(cem, name);
  await settle();
  for (const name of ['c1', 'c2', 'c3']) await end(name);
  expect(events).toEqual(['a begins', 'c1 begins', 'c2 begins', 'c3 begins']);
  await end('a');
  expect(events.at(-1)).toBe('b begins');
});

test('a penalty expires automatically, even for documents that already wait', async () => {
  const { queue, events, send } = openTestQueue({ penaltyMs: 1 });
  queue.penalise(ada);
  queue.penalise(ben);
  void send(ada, 'a');
  void send(ben, 'b');
  await vi.waitFor(() => expect(events).toEqual(['a begins', 'b begins']), oneMinuteMs);
});

test('of two slow documents, the later one is postponed when another person waits, and is inspected last', async () => {
  const { events, send, end } = openTestQueue({ slowAfterMs: 1 });
  const slowInspections = [send(ada, 'a'), send(ben, 'b')];
  void send(cem, 'c');
  await vi.waitFor(() => expect(events.at(-1)).toBe('c begins'), oneMinuteMs);
  expect(events).toEqual(['a begins', 'b begins', 'b is stopped', 'c begins']);
  await end('c');
  expect(events.at(-1)).toBe('c begins');
  await end('a');
  await end('b');
  expect(events.at(-1)).toBe('b begins');
  expect(await Promise.all(slowInspections)).toEqual(['a', 'b']);
});

test('while a document is postponed, its sender’s other documents also wait behind the documents of all others', async () => {
  const { events, send, end } = openTestQueue({ slowAfterMs: 1 });
  void send(ada, 'a');
  void send(ben, 'b1');
  void send(ben, 'b2');
  void send(cem, 'c');
  await vi.waitFor(() => expect(events).toContain('c begins'), oneMinuteMs);
  await end('c');
  expect(events).toEqual(['a begins', 'b1 begins', 'b1 is stopped', 'c begins']);
  await end('a');
  expect(events.at(-1)).toBe('b2 begins');
});

test('a document that was postponed is not postponed again', async () => {
  const { events, send, end } = openTestQueue({ slowAfterMs: 1 });
  void send(ada, 'a');
  void send(ben, 'b');
  void send(cem, 'c');
  await vi.waitFor(() => expect(events.at(-1)).toBe('c begins'), oneMinuteMs);
  await end('c');
  await end('a');
  expect(events.at(-1)).toBe('b begins');
  void send(dora, 'd');
  void send(eva, 'e');
  await vi.waitFor(() => expect(events).toContain('e begins'), oneMinuteMs);
  expect(events.filter((event) => event.endsWith('stopped'))).toEqual(['b is stopped', 'd is stopped']);
});

test('a document that has waited behind all others is not stopped; another slow document is postponed instead', async () => {
  const { queue, events, send } = openTestQueue({ slowAfterMs: 1 });
  queue.penalise(ben);
  void send(ada, 'a');
  void send(ben, 'b');
  void send(cem, 'c');
  await vi.waitFor(() => expect(events).toContain('c begins'), oneMinuteMs);
  expect(events).toEqual(['a begins', 'b begins', 'a is stopped', 'c begins']);
});

test('however many people send slow documents, other people’s documents are still inspected', async () => {
  const { events, send, end } = openTestQueue({ slowAfterMs: 1 });
  for (const person of [ada, ben, cem, dora]) void send(person, `slow ${person}`);
  void send(eva, 'quick');
  await vi.waitFor(() => expect(events).toContain('quick begins'), oneMinuteMs);
  await end('quick');
  void send(eva, 'another');
  await settle();
  expect(events.at(-1)).toBe('another begins');
});

test('when a sender disconnects, a waiting document leaves the queue, and a running inspection ends', async () => {
  const { events, send } = openTestQueue();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const a = send(ada, 'a', running.signal);
  void send(ben, 'b');
  const c = send(cem, 'c', waiting.signal);
  void send(dora, 'd');
  await settle();
  waiting.abort(new Error('c disconnects'));
  await expect(c).rejects.toThrow('c disconnects');
  running.abort(new Error('a disconnects'));
  await expect(a).rejects.toThrow('a disconnects');
  expect(events).toEqual(['a begins', 'b begins', 'a is stopped', 'd begins']);
});

test('when the maximum number of documents is waiting, another one is refused for now', async () => {
  const { send } = openTestQueue({ maxWaiting: 1 });
  for (const person of [ada, ben, cem]) void send(person, String(person));
  await settle();
  await expect(send(dora, 'd')).rejects.toMatchObject({ status: 503 });
});
