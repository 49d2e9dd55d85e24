import { getFiles } from '../contract.ts';

/**
 * The calls that must be refetched after a participant's documents have changed: the list of documents, and the
 * bookable appointments, since booking requires an editable document. Code of 'files' must not import code of
 * 'booking', so the second call is given by its path.
 */
export const callsAffectedByDocuments = [getFiles, { path: 'appointment/bookable' }];
