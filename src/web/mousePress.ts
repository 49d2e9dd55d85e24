import { useEffect, useState } from 'react';

/** The events that end a press. A drag ends without a mouseup, and a key press shows that the button was released. */
const endEvents = ['mouseup', 'dragend', 'keydown'] as const;

/** Resolves when the current press ends; null while no button is pressed. */
let currentPress: Promise<void> | null = null;

function onMouseDown({ button }: MouseEvent) {
  if (button !== 0) return;
  const endListeners = new AbortController();
  currentPress = new Promise((resolve) => {
    const end = () => {
      endListeners.abort();
      // The click comes after its mouseup, in the same task.
      setTimeout(() => {
        currentPress = null;
        resolve();
      });
    };
    for (const event of endEvents) addEventListener(event, end, { capture: true, signal: endListeners.signal });
  });
}
// A touch or a pen fires a mousedown, too, and the mousedown moves the focus out of a field.
addEventListener('mousedown', onMouseDown, { capture: true });

/**
 * Resolves once the mouse button is released and the click is over. A field that loses the focus to a pressed button
 * waits for this before it shows its error, because a message during the press would move the button away, and the
 * click would be lost.
 */
export async function waitForPressEnd(): Promise<void> {
  await currentPress;
}

/** Returns `value`, but during a press the value from before the press. */
export function useAfterPress<T>(value: T): T {
  const [shownValue, setShownValue] = useState(value);
  useEffect(() => {
    let isCurrent = true;
    void waitForPressEnd().then(() => isCurrent && setShownValue(() => value));
    return () => {
      isCurrent = false;
    };
  }, [value]);
  return currentPress ? shownValue : value;
}
