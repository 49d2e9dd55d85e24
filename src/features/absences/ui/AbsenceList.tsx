import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useId, useMemo, useRef, useState } from 'react';
import type { OutputOf } from '../../../shared/call.ts';
import { wallClock } from '../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { useNow } from '../../../web/clock.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { rowWithLineAbove } from '../../../web/ui/fields/entryRow.ts';
import { Consequence } from '../../../web/ui/notices/Consequence.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { useFocusAfterDelete } from '../../../web/ui/buttons/useFocusAfterDelete.ts';
import { endAbsence, endOwnAbsence, type Absence, type getAbsences } from '../contract.ts';
import { AbsenceEffects, OwnAbsenceEffects } from './AbsenceEffects.tsx';
import { refetchAfterAbsence } from './refetchAfterAbsence.ts';
import { UndoAbsence } from './UndoAbsence.tsx';
import { describeAbsenceTime, kindLabels } from './words.ts';

interface Props {
  absences: UseQueryResult<OutputOf<typeof getAbsences>>;
  asAdmin: boolean;
  /** Called when an absence of the list has been undone or ended. */
  onGone: (absenceId: number) => void;
}

/**
 * The list of current and future absences (reference 14.5). Each can be ended and, for five minutes, undone, and
 * opens what became of its appointments.
 */
export function AbsenceList({ absences, asAdmin, onGone }: Props) {
  const list = useRef<HTMLElement>(null);
  const rows = useMemo(() => absences.data?.data ?? [], [absences.data]);
  const ids = useMemo(() => rows.map(({ absenceId }) => absenceId), [rows]);
  const focusAfterDelete = useFocusAfterDelete(list, ids);
  return (
    <Box ref={list} tabIndex={-1} sx={{ outline: 'none' }}>
      {absences.isError && <ErrorNotice error={absences.error} retry={() => void absences.refetch()} />}
      {absences.isLoading && <Loading blocks={2} height={72} />}
      {absences.data && rows.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>Zurzeit ist keine Abwesenheit eingetragen.</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((absence) => (
          <Row
            key={absence.absenceId}
            absence={absence}
            asAdmin={asAdmin}
            onRemoved={() => {
              focusAfterDelete(absence.absenceId);
              onGone(absence.absenceId);
            }}
          />
        ))}
      </Box>
    </Box>
  );
}

function Row({ absence, asAdmin, onRemoved }: { absence: Absence; asAdmin: boolean; onRemoved: () => void }) {
  const { absenceId, coach, kind, undoUntil } = absence;
  const now = useNow();
  const [isOpen, setIsOpen] = useState(false);
  const effectsId = useId();
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const timeText = describeAbsenceTime(absence);
  const name = asAdmin ? `${coach}, ${timeText}` : timeText;
  const end = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem('');
    try {
      await callApi(asAdmin ? endAbsence : endOwnAbsence, { absenceId });
      toast.success('Die Abwesenheit ist beendet!', 'absence');
      onRemoved();
      await refetchAfterAbsence();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Die Abwesenheit konnte nicht beendet werden!', 'absence');
      setProblem(errorMessageOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <Box component="li" data-entry tabIndex={-1} sx={rowWithLineAbove}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 700 }}>{timeText}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {[asAdmin ? coach : '', kind ? kindLabels[kind] : ''].filter(Boolean).join(', ')}
        </Typography>
        {problem && <Typography sx={{ color: 'error.main' }}>{problem}</Typography>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? effectsId : undefined}
          aria-label={`Betroffene Termine ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Betroffene Termine
        </Button>
        {undoUntil && canStillUndo(now, undoUntil) && (
          <UndoAbsence absenceId={absenceId} until={undoUntil} asAdmin={asAdmin} name={name} onUndone={onRemoved} />
        )}
        <TwoStepButton
          itemName={name}
          onConfirm={() => void end()}
          whenArmed={<Consequence>Was gelöscht oder abgesagt wurde, kommt nicht zurück.</Consequence>}
        >
          Beenden
        </TwoStepButton>
      </Box>
      {isOpen && (
        <Box id={effectsId} role="region" aria-label={`Betroffene Termine ${name}`} sx={{ flexBasis: '100%' }}>
          {asAdmin ? <AbsenceEffects absenceId={absenceId} /> : <OwnAbsenceEffects absenceId={absenceId} />}
        </Box>
      )}
    </Box>
  );
}

/** Whether an absence can be undone now; `until` is the last instant (ISO), `now` the Berlin time, to the minute. */
export function canStillUndo(now: { date: string; time: string }, until: string): boolean {
  const { date, time } = wallClock(new Date(until));
  return `${now.date} ${now.time}` <= `${date} ${time}`;
}
