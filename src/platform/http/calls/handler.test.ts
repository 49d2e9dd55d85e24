import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call, emptyObject } from '../../../shared/call.ts';
import { createRoutes, type Handlers } from './handler.ts';

const contract = {
  open: call({
    path: 'test/open',
    summary: 'An open call.',
    may: 'everyone',
    input: z.object({ word: z.string() }),
    output: z.object({ data: z.string() }),
    refusals: { tooLong: 'Das Wort ist zu lang.' },
  }),
  closed: call({
    path: 'test/closed',
    summary: 'For coaches.',
    may: ['coach'],
    input: emptyObject,
    output: emptyObject,
  }),
};

/** Each `@ts-expect-error` below becomes a compiler error if the line after it compiles. */
test('a call without rights or without a handler, an undeclared refusal and a wrong output do not compile', () => {
  // @ts-expect-error a call must declare who may make it
  call({ path: 'test/anybody', summary: 'Who may?', input: emptyObject, output: emptyObject });
  // @ts-expect-error there is no such kind of caller
  call({ path: 'test/guests', summary: 'Guests?', may: ['guest'], input: emptyObject, output: emptyObject });

  const completeHandlers: Handlers<typeof contract> = {
    async open({ input, person, refuse }) {
      if (input.word.length > 9) throw refuse('tooLong');
      // @ts-expect-error everyone may make this call, so `person` may be null
      void person.id;
      // @ts-expect-error the call does not declare this refusal
      void (() => refuse('tooShort'));
      return { data: input.word };
    },
    async closed({ person }) {
      void person.id;
      return {};
    },
  };
  // @ts-expect-error one call has no handler
  void (() => createRoutes(contract, { open: completeHandlers.open }));
  // @ts-expect-error the output does not have the type that the contract declares
  const wrongOutput: Handlers<typeof contract>['open'] = async () => ({ data: 7 });

  expect(createRoutes(contract, completeHandlers).map(({ call: { path } }) => path)).toEqual([
    'test/open',
    'test/closed',
  ]);
  expect(wrongOutput).toBeTypeOf('function');
});
