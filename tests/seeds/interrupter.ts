import type { ConnectionHandler, ProxiedConnection } from '../support/proxy.ts';

/** The servers that a portal reaches through proxies. */
export type ServerName = 'database' | 'mailServer' | 'store';

/**
 * What happens to a request: it never arrives, or its response never does, and the connection is closed; the portal is
 * killed just before the request arrives or just after it was served; or the request is held until it is released.
 */
export const effects = ['requestLost', 'responseLost', 'killedBefore', 'killedAfter', 'held'] as const;

/** The interruption of one request, counted from 1, to a server. */
export interface Interruption {
  server: ServerName;
  request: number;
  effect: (typeof effects)[number];
}

/** A part of what a client sends. `isRequest` is false if it does not count as a request. */
interface Piece {
  bytes: Buffer;
  isRequest: boolean;
}

/** Interrupts one request at a time of the connections that it handles. */
export class Interrupter {
  #next: (Interruption & { onReached: () => void }) | null = null;
  #release: (() => void) | null = null;
  readonly #kill: () => void;

  /** `kill` closes all connections of the portal. */
  constructor(kill: () => void) {
    this.#kill = kill;
  }

  /** Plans an interruption. Resolves once it happens. */
  plan(interruption: Interruption): Promise<void> {
    return new Promise((onReached) => (this.#next = { ...interruption, onReached }));
  }

  /** Withdraws the planned interruption; releases the request that is held. */
  clear(): void {
    this.#next = null;
    this.#release?.();
    this.#release = null;
  }

  /** Returns a function that handles the connections to a server. */
  accept(server: ServerName): (connection: ProxiedConnection) => ConnectionHandler {
    return ({ sendToServer, sendToClient, close }) => {
      const split = server === 'database' ? createStatementSplitter() : passOn;
      let held: Buffer[] | null = null;
      let onNextResponse: (() => void) | null = null;
      const perform: Record<Interruption['effect'], (bytes: Buffer) => void> = {
        requestLost: () => close(),
        responseLost(bytes) {
          onNextResponse = close;
          sendToServer(bytes);
        },
        killedBefore: () => this.#kill(),
        killedAfter: (bytes) => {
          onNextResponse = this.#kill;
          sendToServer(bytes);
        },
        held: (bytes) => {
          held = [bytes];
          this.#release = () => {
            for (const heldBytes of held ?? []) sendToServer(heldBytes);
            held = null;
          };
        },
      };
      return {
        onRequest: (bytes) => {
          for (const piece of split(bytes)) {
            const effect = piece.isRequest ? this.#takeEffect(server) : null;
            if (effect) perform[effect](piece.bytes);
            else if (held) held.push(piece.bytes);
            else sendToServer(piece.bytes);
          }
        },
        onResponse(bytes) {
          if (onNextResponse) onNextResponse();
          else sendToClient(bytes);
        },
      };
    };
  }

  /** Counts a request; returns the effect of the planned interruption if this is the request to interrupt. */
  #takeEffect(server: ServerName): Interruption['effect'] | null {
    if (this.#next?.server !== server || --this.#next.request > 0) return null;
    const { effect, onReached } = this.#next;
    this.#next = null;
    onReached();
    return effect;
  }
}

const passOn = (bytes: Buffer): Piece[] => [{ bytes, isRequest: true }];

/**
 * Returns a function that splits what a client sends to PostgreSQL. A request is a statement, which several messages
 * prepare, or the end of a transaction. Incomplete messages are kept until they are complete.
 */
function createStatementSplitter(): (bytes: Buffer) => Piece[] {
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const pieces: Piece[] = [];
    let pieceStart = 0;
    for (let messageStart = 0; ;) {
      // Each message but the first begins with its type. Its length, which follows, includes itself.
      const lengthStart = messageStart + (hasStarted ? 1 : 0);
      if (rest.length < lengthStart + 4) break;
      const messageEnd = lengthStart + rest.readInt32BE(lengthStart);
      if (rest.length < messageEnd) break;
      const type = hasStarted ? String.fromCharCode(rest[messageStart] ?? 0) : '';
      hasStarted = true;
      messageStart = messageEnd;
      // Parse, Bind, Describe, Execute and Close wait for the Sync after them.
      if (type !== '' && 'PBDEC'.includes(type)) continue;
      pieces.push({ bytes: rest.subarray(pieceStart, messageEnd), isRequest: type === 'S' || type === 'Q' });
      pieceStart = messageEnd;
    }
    rest = rest.subarray(pieceStart);
    return pieces;
  };
}
