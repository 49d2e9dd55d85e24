/** Returns the path of the page on which a participant chooses a new slot for a booking (reference 4.18). */
export const getReschedulePath = ({ id }: { id: number }) => `/booking?statt=${id}`;
