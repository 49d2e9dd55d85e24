/** The path of the page on which the participant chooses a new slot for a booking (reference 4.18). */
export const toReschedule = ({ id }: { id: number }) => `/booking?statt=${id}`;
