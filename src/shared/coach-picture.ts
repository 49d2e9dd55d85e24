/** Where the picture of a coach is fetched from, by its version (reference 17.4). */
export const pictureAddress = (introduction: number) => `/api/coach-picture/${introduction}`;
