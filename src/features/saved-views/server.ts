import { lockActivePerson } from '../people/exports.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { noSession, notFound } from '../../platform/server-error.ts';
import { compareGerman } from '../../shared/german.ts';
import * as contract from './contract.ts';
import { viewLimits } from './rules.ts';
import * as sql from './sql.ts';

/** Handlers for the views of lists that coaches and admins save (reference 7.20). */
export const routes = createRoutes(contract, {
  async getViews({ input: { list }, person, db }) {
    const views = await sql.selectViews(db, person.id, list);
    return {
      data: views.map(({ id, ...view }) => ({ viewId: id, ...view })).sort((a, b) => compareGerman(a.name, b.name)),
    };
  },

  async saveView({ input: { list, ...view }, person, app, transaction, refuse }) {
    const viewId = await transaction(async (tx) => {
      // The lock also protects the limit.
      if (!(await lockActivePerson(tx, person.id, app.usesLocks))) throw noSession();
      const views = await sql.selectViews(tx, person.id, list);
      const isNew = !views.some(({ name }) => name === view.name);
      if (isNew && views.length >= viewLimits.views) throw refuse('tooMany');
      return sql.saveView(tx, person.id, list, view);
    });
    return { data: { viewId } };
  },

  async deleteView({ input: { viewId }, person, db }) {
    if (!(await sql.deleteView(db, person.id, viewId))) throw notFound();
    return {};
  },
});
