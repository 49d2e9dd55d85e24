import { BusyButton } from './BusyButton.tsx';

interface Props {
  /** Whether the list is being fetched with exactly these filters. */
  busy: boolean;
  /** Why a search is not possible yet, which the fields already show; null while it is possible. */
  disabledReason: string | null;
}

/** The button that submits a filter bar. */
export function SearchButton({ busy, disabledReason }: Props) {
  return (
    <BusyButton type="submit" busy={busy} busyText="Suche ..." disabledReason={disabledReason} reasonHidden>
      Suchen
    </BusyButton>
  );
}
