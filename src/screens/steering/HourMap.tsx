import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { weekdayNames } from '../../shared/berlin.ts';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import type { Steering } from '../../features/steering/contract.ts';

/** The utilisation in one hour of a weekday. */
type HourUtilisation = Steering['utilisation']['hours'][number];

/** A heat map of the utilisation by weekday and hour, as a table. */
export function HourMap({ hours }: { hours: readonly HourUtilisation[] }) {
  const id = useId();
  const weekdays = [...new Set(hours.map(({ weekday }) => weekday))].sort((a, b) => a - b);
  const firstHour = Math.min(...hours.map(({ hour }) => hour));
  const lastHour = Math.max(...hours.map(({ hour }) => hour));
  const shownHours = Array.from({ length: lastHour - firstHour + 1 }, (_, index) => firstHour + index);
  const findUtilisation = (weekday: number, hour: number) =>
    hours.find((candidate) => candidate.weekday === weekday && candidate.hour === hour);
  return (
    <Box sx={{ mt: 6 }}>
      <Typography id={id} variant="body1" component="h3" sx={{ fontWeight: 700, mb: 2 }}>
        Auslastung nach Wochentag und Stunde
      </Typography>
      <Box component="table" aria-labelledby={id} sx={table}>
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ width: 48 }}>
              Uhr
            </Box>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                <span aria-hidden>{weekdayNames[weekday - 1]?.slice(0, 2)}</span>
                <Box component="span" sx={visuallyHidden}>
                  {weekdayNames[weekday - 1]}
                </Box>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownHours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {weekdays.map((weekday) => (
                <UtilisationCell key={weekday} utilisation={findUtilisation(weekday, hour)} />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** Shows the share as a number above a bar, since a shade of colour alone would not be accessible. */
function UtilisationCell({ utilisation }: { utilisation: HourUtilisation | undefined }) {
  return (
    <td>
      {utilisation ? (
        <>
          {Math.round(100 * utilisation.share)}
          <span aria-hidden> %</span>
          <Box component="span" sx={visuallyHidden}>
            {` Prozent, ${utilisation.booked} von ${utilisation.offered}`}
          </Box>
          <Box component="span" aria-hidden sx={track}>
            <Box component="span" sx={bar} style={{ width: `${100 * utilisation.share}%` }} />
          </Box>
        </>
      ) : (
        '–'
      )}
    </td>
  );
}

const table = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: 'body2.fontSize',
  '& th, & td': { p: { xs: 0.5, sm: 1.5 }, textAlign: 'center', border: 1, borderColor: 'divider' },
} as const;
const track = {
  display: 'block',
  height: 6,
  mt: 0.5,
  borderRadius: '3px',
  overflow: 'hidden',
  bgcolor: 'action.disabledBackground',
} as const;
const bar = {
  display: 'block',
  height: '100%',
  bgcolor: 'primary.main',
  printColorAdjust: 'exact',
  forcedColorAdjust: 'none',
} as const;
