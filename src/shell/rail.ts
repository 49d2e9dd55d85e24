import { useSyncExternalStore } from 'react';

// The menu of coaches and admins at the side of wide screens. base.css reserves its space and hides what it replaces,
// with the same width and the same attributes, so that nothing moves when the menu's code has loaded.

/** The screens with the menu: from this width on, unless they are as low as a phone in landscape. */
export const railWidth = '(min-width: 1100px) and (min-height: 421px)';

/** The storage key and the attribute of the root element that mark the menu as hidden on this device. */
const key = 'railAway';
const attribute = 'data-rail-away';
const listeners = new Set<() => void>();

/** Whether this screen is wide enough for the menu at the side. */
export function railFits(): boolean {
  return document.documentElement.hasAttribute('data-staff') && matchMedia(railWidth).matches;
}

/** Hides the menu at the side, on this device also for later visits. */
export function putRailAway(): void {
  setAway(true);
}

/** Shows it again. */
export function showRail(): void {
  setAway(false);
}

function setAway(away: boolean) {
  localStorage.setItem(key, away ? '1' : '');
  document.documentElement.toggleAttribute(attribute, away);
  for (const listener of listeners) listener();
}

/** Whether the menu is hidden; the component renders again when that changes. */
export function useRailAway(): boolean {
  return useSyncExternalStore(subscribe, () => document.documentElement.hasAttribute(attribute));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const sectionsKey = 'menuSections';

/** The sections that somebody has opened (true) or folded (false) on this device, by title. */
export function storedSections(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(sectionsKey) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
}

/** Stores on this device whether a section is open. */
export function storeSection(title: string, open: boolean): void {
  localStorage.setItem(sectionsKey, JSON.stringify({ ...storedSections(), [title]: open }));
}
