import { getFiles } from '../contract.ts';

/**
 * The calls whose answers change with a participant's documents: the list, and what can be booked, which is named by
 * its path since booking uses files and not the other way round.
 */
export const documentAnswers = [getFiles, { path: 'appointment/bookable' }];
