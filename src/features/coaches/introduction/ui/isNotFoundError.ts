import { RequestError } from '../../../../web/calls/api.ts';

/**
 * Whether the server found nothing (404): an unknown coach, or a version that the coach has replaced or withdrawn.
 */
export const isNotFoundError = (error: unknown) => error instanceof RequestError && error.status === 404;
export const versionGoneMessage = 'Der Coach hat den Vorschlag inzwischen geändert oder zurückgezogen.';
