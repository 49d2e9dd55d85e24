import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { addDays } from '../../../shared/berlin.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { useNow } from '../../../web/clock.ts';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { LoadingNotice } from '../../../web/ui/notices/LoadingNotice.tsx';
import { getOwnAbsences } from '../contract.ts';
import { canStillUndo } from './AbsenceList.tsx';
import { UndoAbsence } from './UndoAbsence.tsx';
import { describeAbsenceTime, describeOwnAbsence } from './words.ts';

const SickDialog = lazyComponent('SickDialog', () => import('./SickDialog.tsx'));

/** Notices on a coach's start page about absences today and tomorrow, which can be undone for five minutes (reference 14.5). */
export function AbsentToday() {
  const now = useNow();
  const absences = useApiQuery(getOwnAbsences, { fromDate: now.date, tillDate: addDays(now.date, 1) });
  return (absences.data?.data ?? []).map((absence) => {
    const { absenceId, undoUntil } = absence;
    return (
      <Notice
        key={absenceId}
        kind="info"
        action={
          undoUntil &&
          canStillUndo(now, undoUntil) && (
            <UndoAbsence
              absenceId={absenceId}
              until={undoUntil}
              asAdmin={false}
              name={describeAbsenceTime(absence)}
              onUndone={() => document.querySelector('h1')?.focus()}
            />
          )
        }
      >
        {describeOwnAbsence(absence, now.date)}{' '}
        <MuiLink component={Link} to="/absences-coach" color="inherit">
          Abwesenheiten
        </MuiLink>
      </Notice>
    );
  });
}

/** The button 'Heute krank' on a coach's start page (reference 14.5), which opens the dialog for reporting sick. */
export function SickButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        Heute krank
      </Button>
      <Suspense fallback={<LoadingNotice />}>{isOpen && <SickDialog onClosed={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
