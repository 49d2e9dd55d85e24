/** What was found: all is well, something to look at, or something that is broken. */
export interface Finding {
  state: 'ok' | 'warning' | 'trouble';
  /** One plain line; ids at most, nothing of anybody. */
  line: string;
}

export const ok = (line: string): Finding => ({ state: 'ok', line });
export const warning = (line: string): Finding => ({ state: 'warning', line });
export const trouble = (line: string): Finding => ({ state: 'trouble', line });
