import { RequestError } from '../../../../web/calls/api.ts';

/** Whether a call found no version: the coach has replaced or withdrawn it. */
export const isGone = (error: unknown) => error instanceof RequestError && error.status === 404;
export const goneSentence = 'Der Coach hat den Vorschlag inzwischen geändert oder zurückgezogen.';
