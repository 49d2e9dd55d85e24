import type { ReactNode } from 'react';

/** A component and an example of it in each of its states. */
export interface Exhibit {
  name: string;
  states: Record<string, ReactNode>;
}
