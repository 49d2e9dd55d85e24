import { useState } from 'react';
import { useMinWidth } from '../../web/useMinWidth.ts';

/** The views of the free slots (reference 4.25): times of a day by start or by coach, or a list of cards. */
export const slotViews = ['times', 'coaches', 'list'] as const;
export type SlotView = (typeof slotViews)[number];

const storageKey = 'bookingView';

/**
 * Returns the view of the free slots, and the function that chooses one. The choice is stored on this device. Without a
 * choice, narrow screens show times, and wide ones the list.
 */
export function useSlotView() {
  const isWide = useMinWidth(900);
  const [chosenView, setChosenView] = useState(() => {
    const stored = localStorage.getItem(storageKey);
    return slotViews.find((view) => view === stored);
  });
  return {
    view: chosenView ?? (isWide ? 'list' : 'times'),
    chooseView: (view: SlotView) => {
      setChosenView(view);
      localStorage.setItem(storageKey, view);
    },
  };
}
