import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { useId } from 'react';
import { CalendarFileButton } from '../../calendar/ui/CalendarFileButton.tsx';
import { ratable } from '../../ratings/rules.ts';
import { OwnRating } from '../../ratings/ui/OwnRating.tsx';
import { germanDate, germanMoment, germanStretch, instantOf } from '../../shared/berlin.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import type { OwnAppointment } from '../contract.ts';
import { cancellableUntil } from '../rules.ts';
import { CoachingLink } from './CoachingLink.tsx';

/** The card's id in the document, for the focus. */
export function cardId(appointment: number): string {
  return `termin-${appointment}`;
}

/** Whether 'Bewerten' is offered: over, not rated yet, on or after 2025-05-01 (spec participant §4). */
export function canRate({ status, date, meta }: OwnAppointment): boolean {
  return meta.rating === null && ratable({ status, date, past: meta.past });
}

interface Props {
  appointment: OwnAppointment;
  onCancel: () => void;
  onRate: () => void;
}

/** One appointment: date, time, type, coach, and what can be done with it (spec participant §4). */
export function AppointmentCard({ appointment, onCancel, onRate }: Props) {
  const facts = useId();
  const { id, date, start, end, type, coach, status } = appointment;
  const light = status === 'V' ? 'errorStandardBg' : status === 'K' ? 'warningStandardBg' : null;
  return (
    <Card
      component="li"
      id={cardId(id)}
      tabIndex={-1}
      sx={{
        p: { xs: 4, sm: 5 },
        display: 'flex',
        flexWrap: 'wrap',
        gap: 4,
        alignItems: 'center',
        bgcolor: (t) => (light ? t.vars.palette.Alert[light] : t.vars.palette.action.disabledBackground),
      }}
    >
      <Box id={facts} sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Facts>
          <Fact label="Datum">{germanDate(date)}</Fact>
          <Fact label="Uhrzeit">
            {start.slice(0, 5)} bis {end.slice(0, 5)} Uhr
          </Fact>
          <Fact label="Typ">{type}</Fact>
          <Fact label="Coach">{coach}</Fact>
        </Facts>
      </Box>
      <Box
        sx={{
          minWidth: { sm: 220 },
          maxWidth: { xs: 420, sm: 280, md: 420 },
          width: { xs: '100%', sm: 'auto' },
          display: 'grid',
          gap: 2,
        }}
      >
        <Actions appointment={appointment} facts={facts} onCancel={onCancel} onRate={onRate} />
      </Box>
    </Card>
  );
}

function Actions({ appointment, facts, onCancel, onRate }: Props & { facts: string }) {
  const { status, href, meta } = appointment;
  if (status === 'V') return <Saying>Sie haben diesen Termin versäumt</Saying>;
  if (status === 'K') return <Saying>Dieser Termin wurde aus Kulanz storniert</Saying>;
  return (
    <>
      {meta.today && !meta.past && href && <CoachingLink href={href} describedBy={facts} />}
      {meta.stornoPossible && (
        <>
          <Button variant="outlined" aria-describedby={facts} onClick={onCancel}>
            Stornieren
          </Button>
          <Deadline appointment={appointment} />
        </>
      )}
      {meta.past && meta.rating && <OwnRating average={meta.rating.averageRating} />}
      {canRate(appointment) && (
        <Button variant="contained" aria-describedby={facts} onClick={onRate}>
          Bewerten
        </Button>
      )}
      {!meta.stornoPossible && !meta.past && !meta.today && (
        <Saying>Dieser Termin kann nicht mehr storniert werden</Saying>
      )}
      {!meta.past && <CalendarFileButton appointment={appointment} of={germanStretch(appointment)} />}
    </>
  );
}

function Saying({ children }: { children: string }) {
  return <Typography sx={{ fontWeight: 600, textAlign: { sm: 'right' } }}>{children}</Typography>;
}

function Deadline({ appointment: { date, start } }: { appointment: OwnAppointment }) {
  const startsAt = instantOf(date, start);
  if (!startsAt) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: { sm: 'right' } }}>
      Stornierbar bis {germanMoment(cancellableUntil(startsAt))}.
    </Typography>
  );
}
