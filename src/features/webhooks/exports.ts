// What the server code outside `webhooks` may import from it, in addition to its contract and its rules.
export { deleteOldDeliveries, eraseAnswersAbout } from './sql.ts';
