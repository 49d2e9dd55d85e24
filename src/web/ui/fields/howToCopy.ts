/** Says how to copy a selected text on this device, with a finger or with keys. `pronoun` stands for the text: 'ihn'. */
export function howToCopy(pronoun: string): string {
  return matchMedia('(pointer: coarse)').matches
    ? `Tippe ${pronoun} lange an und wähle „Kopieren“.`
    : `Kopiere ${pronoun} mit Strg + C.`;
}
