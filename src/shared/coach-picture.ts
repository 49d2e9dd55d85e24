/** The URL of a coach's picture, by its version (reference 17.4). */
export const pictureAddress = (introduction: number) => `/api/coach-picture/${introduction}`;
