/** Shows that a tap was registered while the code that it needs is still loading. */
export function OpeningNotice() {
  return <output className="opening">Lädt...</output>;
}
