import { getFiles } from '../contract.ts';

/**
 * The calls whose answers change with a participant's documents: the list of documents, and the bookable appointments,
 * given by their path because the code of the files must not import that of the bookings.
 */
export const documentAnswers = [getFiles, { path: 'appointment/bookable' }];
