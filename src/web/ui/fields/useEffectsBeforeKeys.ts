import { useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns a handler for `onKeyDownCapture` around a date or time field, which runs what React still has to do after an
 * earlier rendering. Otherwise that could happen between a key and the rendering that shows it, and the pickers' fields
 * then lose track of the section that was typed and empty all of them.
 */
export function useEffectsBeforeKeys(): () => void {
  const [, setKeyCount] = useState(0);
  return () => flushSync(() => setKeyCount((count) => count + 1));
}
