// The front door of `audit`: what the server code of other nouns uses, beside its contract and its rules.
export { erasedName, readList } from './erasures.jobs.ts';
export { erasuresSince, queueNoteErasures, type Erasure } from './erasures.sql.ts';
export { auditAccess } from './reading.steps.ts';
export { differences, keepSeals, noteRestored, noteSeals } from './seal-list.jobs.ts';
export { sealsAfter } from './seals.sql.ts';
export { sealLog } from './seals.steps.ts';
export { audit, auditing, lastActor } from './sql.ts';
export { verifyLog } from './verify.steps.ts';
