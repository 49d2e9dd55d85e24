import './stateChip.css';
import { stateIconPaths, type StateIcon } from './stateIconPaths.ts';

export type Tone = 'plain' | 'success' | 'info' | 'warning' | 'error';

interface Props {
  tone: Tone;
  /** The icon of the state, by default the icon of the tone. */
  icon?: StateIcon | undefined;
  /** The state in a word. */
  children: string;
}

/**
 * A state as a filled chip, recognisable by its icon and word as well as by its colour. It is a plain element with a
 * separate style sheet, since a page may have 500 of them.
 */
export function StateChip({ tone, icon = tone, children }: Props) {
  return (
    <span className={`chip chip-${tone}`}>
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d={stateIconPaths[icon]} />
      </svg>
      {children}
    </span>
  );
}
