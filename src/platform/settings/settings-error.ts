/** The error for a wrong setting, which makes the start fail. The message is one line for the operator. */
export class SettingsError extends Error {}
