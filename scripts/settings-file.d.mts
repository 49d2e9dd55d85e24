/** The types of the functions in settings-file.mjs that tests use. */
export function withSettingsFile(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; file: string | null };
export function parseSettings(text: string, file: string): Record<string, string>;
