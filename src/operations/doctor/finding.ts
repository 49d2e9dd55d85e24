/** A result of a check. */
export interface Finding {
  /** All is well, something needs attention, or something is broken. */
  state: 'ok' | 'warning' | 'trouble';
  /** One plain line; it may contain ids, but no personal data. */
  line: string;
}

export const ok = (line: string): Finding => ({ state: 'ok', line });
export const warning = (line: string): Finding => ({ state: 'warning', line });
export const trouble = (line: string): Finding => ({ state: 'trouble', line });
