import { RequestError } from '../../../../web/calls/api.ts';

/** Whether a call failed because the coach has replaced or withdrawn the version. */
export const isGone = (error: unknown) => error instanceof RequestError && error.status === 404;
export const goneSentence = 'Der Coach hat den Vorschlag inzwischen geändert oder zurückgezogen.';
