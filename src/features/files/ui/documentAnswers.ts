import { getFiles } from '../contract.ts';

/**
 * The calls whose answers change with a participant's documents: the list, and the bookable appointments, named by
 * their path because the files code must not import booking.
 */
export const documentAnswers = [getFiles, { path: 'appointment/bookable' }];
