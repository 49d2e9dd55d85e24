/** Shows that a tap was registered while the code of what it opens is still loading. */
export function OpeningNotice() {
  return <output className="opening">Lädt...</output>;
}
