import { useSyncExternalStore } from 'react';

// The state of the rail, the menu that coaches and admins have at the side of wide screens. base.css uses the same
// width and attributes to reserve the menu's space, so that nothing moves when the menu's code has loaded.

/** The media query for screens that show the menu: wide for the size of the text, but not phones in landscape. */
export const railMediaQuery = '(min-width: 69em) and (min-height: 421px)';

/** The storage key and the attribute of the root element that mark the menu as hidden on this device. */
const hiddenStorageKey = 'railAway';
const hiddenAttribute = 'data-rail-away';
const listeners = new Set<() => void>();

/** Whether the user is a coach or an admin, and this screen has room for the menu at the side. */
export function railFits(): boolean {
  return document.documentElement.hasAttribute('data-staff') && matchMedia(railMediaQuery).matches;
}

/** Hides the menu at the side on this device, also on later visits. */
export function hideRail(): void {
  setHidden(true);
}

/** Shows the menu at the side again. */
export function showRail(): void {
  setHidden(false);
}

function setHidden(hidden: boolean) {
  localStorage.setItem(hiddenStorageKey, hidden ? '1' : '');
  document.documentElement.toggleAttribute(hiddenAttribute, hidden);
  for (const listener of listeners) listener();
}

/** Returns whether the menu is hidden; the component renders again when that changes. */
export function useRailHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.documentElement.hasAttribute(hiddenAttribute));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const sectionStatesKey = 'menuSections';

/** Returns whether each section was last opened (true) or folded (false) on this device, by its title. */
export function readSectionStates(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(sectionStatesKey) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
}

/** Stores on this device whether a section is open. */
export function storeSectionState(title: string, isOpen: boolean): void {
  localStorage.setItem(sectionStatesKey, JSON.stringify({ ...readSectionStates(), [title]: isOpen }));
}
