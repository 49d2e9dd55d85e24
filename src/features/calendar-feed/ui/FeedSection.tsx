import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { germanMoment } from '../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { Section } from '../../../web/ui/layout/Section.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { endFeed, getFeed, renewFeed, type Feed } from '../contract.ts';
import { FeedAddress } from './FeedAddress.tsx';
import { FeedChoices } from './FeedChoices.tsx';

interface Props {
  /** Whether the user is a coach or an admin, who can choose what the subscription shows. */
  isStaff: boolean;
}

/** The section 'Kalender abonnieren': sets up a subscription, shows its address once, renews it and switches it off. */
export function FeedSection({ isStaff }: Props) {
  const feed = useApiQuery(getFeed, {});
  const { address, busy, wasSwitchedOff, createAddress, switchOff } = useFeedAddress();
  const hasNoFeed = feed.data?.data === null;
  const subscribeButton = useRef<HTMLButtonElement>(null);
  // The button to set up a subscription has just replaced the button to switch it off, so it gets the focus.
  useEffect(() => {
    if (wasSwitchedOff && hasNoFeed) subscribeButton.current?.focus();
  }, [wasSwitchedOff, hasNoFeed]);
  return (
    <Section id="kalender" title="Kalender abonnieren">
      {feed.isError ? (
        // In place of the sentence, so that the sections below stay where they are.
        <ErrorNotice error={feed.error} retry={() => void feed.refetch()} />
      ) : (
        <Typography sx={{ maxWidth: '60ch' }}>
          Alle gebuchten Termine erscheinen von selbst im Kalender auf Handy oder Computer. Was storniert wird,
          verschwindet dort wieder.
        </Typography>
      )}
      {feed.isPending && <Loading blocks={1} height={44} />}
      {hasNoFeed && (
        <Box sx={{ mt: 4 }}>
          <BusyButton ref={subscribeButton} busy={busy} busyText="Einrichten..." onClick={() => void createAddress()}>
            Kalender abonnieren
          </BusyButton>
        </Box>
      )}
      {feed.data?.data && (
        <>
          <FeedState feed={feed.data.data} />
          {address && <FeedAddress key={address} address={address} />}
          {isStaff && <FeedChoices feed={feed.data.data} />}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 5 }}>
            <TwoStepButton
              color="primary"
              itemName="Neue Adresse für den Kalender"
              onConfirm={() => void createAddress()}
            >
              Neue Adresse
            </TwoStepButton>
            <TwoStepButton itemName="Kalender-Abo" onConfirm={() => void switchOff()}>
              Abschalten
            </TwoStepButton>
          </Box>
          <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: '60ch' }}>
            Mit einer neuen Adresse endet die alte sofort: Wer sie kannte, sieht nichts mehr.
          </Typography>
        </>
      )}
    </Section>
  );
}

function FeedState({ feed }: { feed: Feed }) {
  const lastReadText = feed.readAt
    ? `Zuletzt abgerufen: ${germanMoment(new Date(feed.readAt))}.`
    : 'Noch kein Kalender hat die Adresse abgerufen.';
  return (
    <Typography sx={{ mt: 3 }}>
      Eingerichtet: {germanMoment(new Date(feed.createdAt))}. {lastReadText}
    </Typography>
  );
}

/**
 * Returns `createAddress`, which sets up a subscription or renews its address, and `switchOff`, which ends it.
 * `address` is the URL that was created on this page, or ''. `wasSwitchedOff` is true once the subscription was
 * switched off on this page.
 */
function useFeedAddress() {
  const [address, setAddress] = useState('');
  const [busy, setBusy] = useState(false);
  const [wasSwitchedOff, setWasSwitchedOff] = useState(false);
  const showError = (error: unknown) => {
    if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'calendar');
  };
  const createAddress = async () => {
    setBusy(true);
    setWasSwitchedOff(false);
    try {
      const { data } = await callApi(renewFeed, {});
      await invalidate(getFeed);
      setAddress(data.address);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const switchOff = async () => {
    try {
      await callApi(endFeed, {});
      setAddress('');
      setWasSwitchedOff(true);
      await invalidate(getFeed);
      toast.success('Das Kalender-Abo ist abgeschaltet.', 'calendar');
    } catch (error) {
      showError(error);
    }
  };
  return { address, busy, wasSwitchedOff, createAddress, switchOff };
}
