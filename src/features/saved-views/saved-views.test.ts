import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import type { InputOf } from '../../shared/call.ts';
import { deleteView, getViews, saveView } from './contract.ts';
import { viewLimits } from './rules.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

type View = InputOf<typeof saveView>;
const usualView: View = { list: 'termine', name: 'Alle', query: 'tage=0..30', columns: null };
const save = (session: string, view: Partial<View>) => world.call(saveView, session, { ...usualView, ...view });
const listViews = async (session: string, list: View['list'] = 'termine') =>
  (await world.call(getViews, session, { list })).body.data?.map(({ name, query, columns }) => [name, query, columns]);

describe('saved views [7.20]', () => {
  test('are listed by name, for their list and their owner alone', async () => {
    const coach = await world.signIn(await world.addCoach());
    await save(coach, { name: ' Über mich ', query: 'tage=0..30&ohne=frei' });
    await save(coach, { name: 'Frei', columns: ['coach', 'email'] });
    await save(coach, { list: 'buchungen', name: 'Neu', query: 'tage=-6..0' });
    await save(await world.signIn(await world.addCoach()), { name: 'Fremd' });
    expect(await listViews(coach)).toEqual([
      ['Frei', 'tage=0..30', ['coach', 'email']],
      ['Über mich', 'tage=0..30&ohne=frei', null],
    ]);
    expect(await listViews(coach, 'buchungen')).toEqual([['Neu', 'tage=-6..0', null]]);
  });

  test('are replaced by one with the same name', async () => {
    const coach = await world.signIn(await world.addCoach());
    const first = await save(coach, { name: 'Woche' });
    const second = await save(coach, { name: 'Woche', query: 'coach=5', columns: [] });
    expect(second.body.data).toEqual(first.body.data);
    expect(await listViews(coach)).toEqual([['Woche', 'coach=5', []]]);
  });

  test('are deleted by their owner alone', async () => {
    const [owner, other] = [await world.signIn(await world.addCoach()), await world.signIn(await world.addCoach())];
    const { body } = await save(owner, {});
    const viewId = body.data?.viewId ?? 0;
    expect((await world.call(deleteView, other, { viewId })).status).toBe(404);
    expect(await listViews(owner)).toHaveLength(1);
    expect((await world.call(deleteView, owner, { viewId })).body.meta.status).toBe('success');
    expect(await listViews(owner)).toEqual([]);
  });

  test('need a name, and hold no text that somebody has typed', async () => {
    const errorsOf = async (view: Partial<View>) => (await save(admin, view)).body.errors;
    expect(await errorsOf({ name: '  ' })).toEqual([{ path: 'name', message: 'Bitte gib der Ansicht einen Namen.' }]);
    expect(await errorsOf({ query: 'person=Kim' })).toEqual([
      { path: 'query', message: 'Diese Ansicht lässt sich nicht speichern.' },
    ]);
  });

  test('are at most twenty of a list, also when two are saved at once', async () => {
    const coach = await world.signIn(await world.addCoach());
    for (let number = 1; number < viewLimits.views; number++) await save(coach, { name: `Ansicht ${number}` });
    const outcomes = await Promise.all(['A', 'B'].map((name) => save(coach, { name })));
    expect(outcomes.filter(({ body }) => body.meta.code === 'tooMany')).toHaveLength(1);
    expect(await listViews(coach)).toHaveLength(viewLimits.views);
    expect((await save(coach, { name: 'Ansicht 1', query: '' })).body.meta.status).toBe('success');
    expect((await save(coach, { list: 'buchungen' })).body.meta.status).toBe('success');
  });
});
