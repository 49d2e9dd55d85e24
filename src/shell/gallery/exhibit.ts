import type { ReactNode } from 'react';

/** A component and what it looks like in each of its states. */
export interface Exhibit {
  name: string;
  states: Record<string, ReactNode>;
}
