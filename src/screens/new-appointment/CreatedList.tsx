import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { germanInterval } from '../../shared/berlin.ts';
import { rowWithLineAbove } from '../../web/ui/fields/entryRow.ts';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { perhapsHeldDeletionHint } from '../../features/appointments/ui/deletionHints.ts';
import { DeleteFreeAppointment } from '../../features/appointments/ui/DeleteFreeAppointment.tsx';

/** A newly created appointment. Date `yyyy-mm-dd`, times `HH:mm`. */
export interface CreatedAppointment {
  id: number;
  type: string;
  date: string;
  start: string;
  end: string;
  /** The name of the coach that an admin chose; '' for a coach's own appointment. */
  coach: string;
  /** The name of the participant for whom the appointment is booked; '' if it is free. */
  participant: string;
}

interface Props {
  asAdmin: boolean;
  appointments: readonly CreatedAppointment[];
  onDeleted: (id: number) => void;
}

/** 'Gerade erstellt': the appointments just created, newest first; free appointments can be deleted. */
export function CreatedList({ asAdmin, appointments, onDeleted }: Props) {
  const list = useRef<HTMLElement>(null);
  const ids = useMemo(() => appointments.map(({ id }) => id), [appointments]);
  const focusNext = useFocusAfterDelete(list, ids);
  return (
    <Box
      component="section"
      ref={list}
      tabIndex={-1}
      aria-labelledby="gerade-erstellt"
      sx={{ mt: 10, outline: 'none' }}
    >
      <Typography id="gerade-erstellt" variant="h2" sx={{ mb: 3 }}>
        Gerade erstellt
      </Typography>
      {appointments.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>Hier stehen die Termine, die eben erstellt wurden.</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {appointments.map((appointment) => {
          const { id, type, coach, participant } = appointment;
          const interval = germanInterval(appointment);
          return (
            <Box key={id} component="li" data-entry tabIndex={-1} sx={rowWithLineAbove}>
              <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
                <Typography sx={{ fontWeight: 700 }}>{interval}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {type}, {participant ? `gebucht für ${participant}` : 'frei'}
                  {coach && `, Coach: ${coach}`}
                </Typography>
              </Box>
              {!participant && (
                <DeleteFreeAppointment
                  appointmentId={id}
                  asAdmin={asAdmin}
                  itemName={[interval, coach].filter(Boolean).join(', ')}
                  hint={type === 'Einzelcoaching' ? perhapsHeldDeletionHint : undefined}
                  onDeleted={() => {
                    focusNext(id);
                    onDeleted(id);
                  }}
                />
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
