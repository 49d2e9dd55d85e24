/** The URL of a coach's picture, by the id of the introduction that it belongs to (reference 17.4). */
export const pictureAddress = (introduction: number) => `/api/coach-picture/${introduction}`;
