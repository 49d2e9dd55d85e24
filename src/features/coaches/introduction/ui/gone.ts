import { RequestError } from '../../../../web/calls/api.ts';

/** Whether a call failed because the coach has replaced or withdrawn the version. */
export const isVersionGone = (error: unknown) => error instanceof RequestError && error.status === 404;
export const versionGoneSentence = 'Der Coach hat den Vorschlag inzwischen geändert oder zurückgezogen.';
