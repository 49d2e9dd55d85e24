/** The notice 'Lädt...', shown after a click or tap while the code for its result is loading. */
export function LoadingNotice() {
  return <output className="opening">Lädt...</output>;
}
