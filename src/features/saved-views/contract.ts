import * as z from 'zod/mini';
import { call, emptyObject, id, text, toFieldErrors } from '../../shared/call.ts';
import { isSavableQuery, savedLists, viewLimits } from './rules.ts';

const staff = ['coach', 'speedCoach', 'admin'] as const;

/** The filters and columns of a list under a name. `columns` are the optional columns shown; null for the usual ones. */
const savedView = z.object({
  viewId: id,
  name: z.string(),
  /** The filters as a query of the list's URL, where `tage=-29..0` stands for days after today, `tage=letzter-monat` for a month. */
  query: z.string(),
  columns: z.nullable(z.array(z.string())),
});
export type SavedView = z.output<typeof savedView>;

export const getViews = call({
  path: 'coach/getViews',
  summary: 'Lists the caller’s saved views of a list, by name.',
  may: staff,
  input: z.object({ list: z.enum(savedLists) }),
  output: z.object({ data: z.array(savedView) }),
});

export const saveView = call({
  path: 'coach/saveView',
  summary: 'Saves a view of a list under a name. A view of the caller with the same name is replaced.',
  may: staff,
  input: z.object({
    list: z.enum(savedLists),
    name: text(viewLimits.name),
    query: z.string().check(z.maxLength(viewLimits.query)),
    columns: z.nullable(z.array(z.string().check(z.regex(/^[a-zA-Z]{1,40}$/))).check(z.maxLength(viewLimits.columns))),
  }),
  rules: ({ list, name, query }) =>
    toFieldErrors({
      name: name === '' ? 'Bitte gib der Ansicht einen Namen.' : null,
      query: isSavableQuery(list, query) ? null : 'Diese Ansicht lässt sich nicht speichern.',
    }),
  output: z.object({ data: z.object({ viewId: id }) }),
  refusals: { tooMany: 'Du hast schon 20 Ansichten dieser Liste. Bitte lösche zuerst eine.' },
});

export const deleteView = call({
  path: 'coach/deleteView',
  summary: 'Deletes a saved view of the caller.',
  may: staff,
  input: z.object({ viewId: id }),
  output: emptyObject,
});
