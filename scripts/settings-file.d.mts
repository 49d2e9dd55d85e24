/** What tests ask of settings-file.mjs. */
export function withSettingsFile(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; file: string | null };
export function settingsIn(text: string, file: string): Record<string, string>;
