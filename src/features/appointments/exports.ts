// The front door of `appointments`: what the server code of other nouns uses, apart from its contract and rules.
export { alarmOfNewPeople } from './new-people.steps.ts';
export { recordChange, type RecordedChange, type RecordingParts } from './record-change.steps.ts';
