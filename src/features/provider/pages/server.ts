import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { readExamplePage } from '../../../platform/settings/paths.ts';
import * as contract from './contract.ts';
import { blocksOf } from './markdown.adapter.ts';

/** The handler that returns the legal pages. */
export const routes = createRoutes(contract, {
  async getPage({ input, app }) {
    const ownPage = app.settings.providerConfig.pages[input.page];
    return { data: { example: ownPage === undefined, blocks: blocksOf(ownPage ?? readExamplePage(input.page)) } };
  },
});
