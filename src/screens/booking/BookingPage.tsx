import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useDeferredValue } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { errorMessageOf } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useIsFirstScreenDone } from '../../web/firstScreen.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { lazyOptionalComponent } from '../../web/lazyComponent.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { listMyAppointments } from '../../features/booking/contract.ts';
import { TakeOffer } from '../../features/booking/ui/TakeOffer.tsx';
import { useOpenOffers } from '../../features/booking/ui/useOpenOffers.ts';
import { FreeSlots, isQuotaUsedUp } from './FreeSlots.tsx';
import { RescheduleBar } from './RescheduleBar.tsx';
import { isRescheduleRefusal, useBookableSlots } from './useBookable.ts';
import { useRescheduling } from './useRescheduling.ts';
import { parseId, searchInputOf, useSlotFilter } from './useSlotFilter.ts';

// The button that accepts an offer is part of this page's bundle, from which other pages load it.
export { TakeOffer };
export { cacheAnswers } from './cacheAnswers.ts';

const WaitingOffers = lazyOptionalComponent(
  'WaitingOffers',
  () => import('../../features/booking/ui/WaitingOffers.tsx'),
);
const RescheduleOffer = lazyOptionalComponent('RescheduleOffer', () => import('./RescheduleOffer.tsx'));
const WaitingEntries = lazyOptionalComponent(
  'WaitingEntries',
  () => import('../../features/waiting/ui/WaitingEntries.tsx'),
);

/** The page /booking (reference 4.3), where participants book a free slot or move a booking to one (reference 4.18). */
export default function BookingPage() {
  return (
    <>
      <PageHeader title="Termine buchen" />
      <Suspense fallback={<SlotsLoading />}>
        <BookableSlots />
      </Suspense>
    </>
  );
}

const SlotsLoading = () => <Loading blocks={5} height={112} />;

/** The free slots, and above them everything that the participant should know before choosing one. */
function BookableSlots() {
  const slotFilter = useSlotFilter();
  const slotQuery = useBookableSlots(searchInputOf(slotFilter.filter));
  const { hasEditableFile = true } = slotQuery;
  const { originalId } = slotFilter.filter;
  const rescheduling = useRescheduling(originalId);
  const { originalBooking } = rescheduling;
  const offers = useOpenOffers();
  const linkedEntryId = parseId(useSearchParams()[0].get('angebot'));
  const isQuotaReached = isQuotaUsedUp(slotQuery.quota) && originalId === null;
  const bookings = useApiQuery(listMyAppointments, {}, { enabled: isQuotaReached });
  // The list waits for everything above it, so that nothing pushes it down later. The values are deferred, so that an
  // offer that arrives later does not hide the list while the code of the offers is loading.
  const shownOffers = useDeferredValue(offers);
  const movableBookings = useDeferredValue(isQuotaReached ? bookings.data?.data : undefined);
  const isLoading =
    rescheduling.isLoading ||
    (!slotQuery.isLoaded && !slotQuery.error) ||
    shownOffers === undefined ||
    (isQuotaReached && !movableBookings && !bookings.error);
  const isOriginalMissing = originalId !== null && !rescheduling.isLoading && !rescheduling.error && !originalBooking;
  const isRescheduleRefused = isRescheduleRefusal(slotQuery.error) || isOriginalMissing;
  const isFirstScreenDone = useIsFirstScreenDone();
  const quota = slotQuery.quota && !isLoading && originalId === null && <Quota {...slotQuery.quota} />;
  // On a phone, somebody who cannot book yet first sees what is missing, and then the slots.
  const isQuotaBelowSlots = !useMinWidth(600) && !hasEditableFile;
  return (
    <>
      {!isLoading && shownOffers && (shownOffers.length > 0 || linkedEntryId !== null) && (
        <WaitingOffers offers={shownOffers} TakeOffer={TakeOffer} linkedEntryId={linkedEntryId} />
      )}
      {!isLoading && !hasEditableFile && (
        <Notice kind="warning" title="Es fehlt noch eine bearbeitbare Datei" foldsOnPhone>
          Termine kannst du nur buchen, wenn du eine bearbeitbare Datei hochgeladen hast, meist eine Word-Datei (docx).{' '}
          <TextLink to="/files" inheritsColour>
            Zu „Meine Unterlagen“
          </TextLink>
        </Notice>
      )}
      {!isLoading && originalBooking && !isRescheduleRefused && <RescheduleBar originalBooking={originalBooking} />}
      {!isQuotaBelowSlots && quota}
      {!isLoading && movableBookings && <RescheduleOffer bookings={movableBookings} />}
      {isRescheduleRefused && (
        <CannotReschedule>
          {isRescheduleRefusal(slotQuery.error)
            ? errorMessageOf(slotQuery.error)
            : 'Dieser Termin ist nicht mehr gebucht.'}
        </CannotReschedule>
      )}
      {!isLoading && slotQuery.error && !isRescheduleRefused && (
        <ErrorNotice error={slotQuery.error} message="Termine konnten nicht geladen werden!" retry={slotQuery.retry} />
      )}
      {Boolean(rescheduling.error) && <ErrorNotice error={rescheduling.error} retry={rescheduling.retry} />}
      {isLoading && !isRescheduleRefused && <SlotsLoading />}
      {slotQuery.isLoaded && !isLoading && !isRescheduleRefused && !rescheduling.error && (
        <FreeSlots
          key={originalId}
          slotQuery={slotQuery}
          slotFilter={slotFilter}
          hasEditableFile={hasEditableFile}
          originalBooking={originalBooking}
        />
      )}
      {isQuotaBelowSlots && quota && <Box sx={{ mt: 6 }}>{quota}</Box>}
      {/* If nothing could be loaded, one notice is enough. */}
      {isFirstScreenDone && !isLoading && !(slotQuery.error && shownOffers === null) && (
        <Suspense>
          <WaitingEntries />
        </Suspense>
      )}
    </>
  );
}

function Quota({ used, max }: { used: number; max: number }) {
  return (
    <Notice kind="info" title={`Du hast ${used} von ${max} Einzelcoachings gebucht.`} foldsOnPhone>
      <Box sx={{ maxWidth: '70ch' }}>
        Du kannst nur {max} Termine selbst buchen, danach siehst du hier nur noch Speedcoachings. Für ein Speedcoaching
        musst du nichts buchen: Öffne zur angegebenen Zeit einfach den Link.
      </Box>
    </Notice>
  );
}

/** Replaces the list if the booking cannot be rescheduled: it is not found, is no longer booked or starts too soon. */
function CannotReschedule({ children }: { children: string }) {
  return (
    <Notice
      kind="warning"
      announced
      action={
        <Button variant="contained" component={RouterLink} to="/appointments">
          Meine Termine
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
