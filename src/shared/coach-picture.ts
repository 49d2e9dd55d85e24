/** Returns the path of the picture of a coach's introduction with this id (reference 17.4). */
export const pictureAddress = (introductionId: number) => `/api/coach-picture/${introductionId}`;
