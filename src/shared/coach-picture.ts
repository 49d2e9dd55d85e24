/** Returns the URL path of the picture that belongs to a coach's introduction (reference 17.4). */
export const getPictureUrl = (introductionId: number) => `/api/coach-picture/${introductionId}`;
