/** A setting that stops the start: one line, fit to print as it is. */
export class SettingsError extends Error {}
