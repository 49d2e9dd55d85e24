/** A wrong setting that stops the start. The message is one line for the operator. */
export class SettingsError extends Error {}
