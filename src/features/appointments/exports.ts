// The front door of `appointments`: what the server code of other nouns uses, apart from its contract and rules.
export { alarmIfManyNewPeople } from './new-people.steps.ts';
export { recordChange, type RecordedChange, type RecordingDependencies } from './record-change.steps.ts';
