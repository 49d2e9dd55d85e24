/** Stands for what a tap has asked for while its code is still on the way: the tap was taken. */
export function Opening() {
  return <output className="opening">Lädt...</output>;
}
