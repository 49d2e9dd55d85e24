import { BusyButton } from './BusyButton.tsx';

interface Props {
  /** The list is being fetched with exactly these filters. */
  busy: boolean;
  /** Why nothing can be searched for yet, which the fields already show; null while it can. */
  disabledReason: string | null;
}

/** Submits a filter bar. */
export function SearchButton({ busy, disabledReason }: Props) {
  return (
    <BusyButton type="submit" busy={busy} busyText="Suche ..." disabledReason={disabledReason} reasonHidden>
      Suchen
    </BusyButton>
  );
}
