// The front door of `audit`: what the server code of other nouns uses, beside its contract and its rules.
export { erasedName, erasuresSince, queueNoteErasures, readList, type Erasure } from './erasures.jobs.ts';
export { lastActor } from './last-actor.sql.ts';
export { auditLook } from './reading.steps.ts';
export { differences, keepSeals, noteRestored, noteSeals } from './seal-list.jobs.ts';
export { sealLog, sealsBehind } from './seals.steps.ts';
export { audit, auditing } from './steps.ts';
export { verifyLog } from './verify.steps.ts';
