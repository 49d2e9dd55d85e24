import { serve } from '../../../platform/http/calls/handler.ts';
import { examplePage } from '../../../platform/settings/paths.ts';
import * as contract from './contract.ts';
import { blocksOf } from './markdown.adapter.ts';

/** Handler of the legal pages. */
export const routes = serve(contract, {
  async getPage({ input, app }) {
    const own = app.settings.providerConfig.pages[input.page];
    return { data: { example: own === undefined, blocks: blocksOf(own ?? examplePage(input.page)) } };
  },
});
