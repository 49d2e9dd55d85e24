/** The path of the booking page on which a slot is chosen to reschedule a booking to (reference 4.18). */
export const toReschedule = ({ id }: { id: number }) => `/booking?statt=${id}`;
