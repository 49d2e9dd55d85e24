import { maxLengths } from '../../shared/lengths.ts';

/** The maximum number of passkeys of a person (reference 3.16). */
export const maxPasskeys = 10;

/** For this many minutes a challenge may be used, once (reference 3.16). */
export const challengeMinutes = 5;

/** Returns the error for the name of a passkey; null for a good name (reference 3.16). */
export function nameProblem(name: string): string | null {
  return name === '' ? 'Bitte gib dem Passkey einen Namen.' : null;
}

/**
 * Returns the name of a new passkey that a browser has created on this device: that of the device, with a number if
 * another passkey has it already (reference 3.16).
 */
export function newName(device: string, names: readonly string[]): string {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` ${number}`;
    const name = device.slice(0, maxLengths.name - ending.length) + ending;
    if (!names.includes(name)) return name;
  }
}

/**
 * Whether the count of a device's signatures is plausible after `stored`, the one of its last sign-in (reference 3.16).
 * It must have risen, else somebody may have copied the key. A device that does not count sends 0 each time.
 */
export function isCountPlausible(stored: number, sent: number): boolean {
  return sent > stored || (sent === 0 && stored === 0);
}
