import Box from '@mui/material/Box';
import { stateLabels, timesOf, type Entry, type EntryState } from './calendarEntries.ts';
import { germanDate, weekday } from '../../shared/berlin.ts';

/** The SVG path of each state's icon, in a square of 24 units, from Material Icons. */
const iconPaths: Record<EntryState, string> = {
  free: 'M13 7h-2v4H7v2h4v4h2v-4h4v-2h-4zm-1-5a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16',
  booked: 'M12 12c2.21 0 4-1.79 4-4s-1.79-4-4-4-4 1.79-4 4 1.79 4 4 4m0 2c-2.67 0-8 1.34-8 4v2h16v-2c0-2.66-5.33-4-8-4',
  ended:
    'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m-2 15-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8z',
  missed:
    'M8.65 5.82C9.36 4.72 10.6 4 12 4c2.21 0 4 1.79 4 4 0 1.4-.72 2.64-1.82 3.35zM20 17.17c-.02-1.1-.63-2.11-1.61-2.62-.54-.28-1.13-.54-1.77-.76zm1.19 4.02L2.81 2.81 1.39 4.22l8.89 8.89c-1.81.23-3.39.79-4.67 1.45-1 .51-1.61 1.54-1.61 2.66V20h13.17l2.61 2.61z',
  speed: 'M7 2v11h3v9l7-12h-4l4-8z',
  reserved: 'm6 2 .01 6L10 12l-3.99 4.01L6 22h12v-6l-4-4 4-3.99V2zm10 14.5V20H8v-3.5l4-4z',
  unused:
    'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2M4 12c0-4.42 3.58-8 8-8 1.85 0 3.55.63 4.9 1.69L5.69 16.9C4.63 15.55 4 13.85 4 12m8 8c-1.85 0-3.55-.63-4.9-1.69L18.31 7.1C19.37 8.45 20 10.15 20 12c0 4.42-3.58 8-8 8',
  absence:
    'm9.31 17 2.44-2.44L14.19 17l1.06-1.06-2.44-2.44 2.44-2.44L14.19 10l-2.44 2.44L9.31 10l-1.06 1.06 2.44 2.44-2.44 2.44zM19 3h-1V1h-2v2H8V1H6v2H5c-1.11 0-1.99.9-1.99 2L3 19c0 1.1.89 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m0 16H5V8h14z',
  holiday: 'M14.4 6 14 4H5v17h2v-7h5.6l.4 2h7V6z',
};

/** The icon of a state. It is hidden from screen readers, since the state's label is beside it. */
export function StateIcon({ state }: { state: EntryState }) {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 24 24"
      sx={{ width: 18, height: 18, flex: 'none', fill: 'currentColor' }}
    >
      <path d={iconPaths[state]} />
    </Box>
  );
}

/**
 * Creates the DOM nodes of an entry for the calendar library: a button with icon, time, label and title. Screen readers
 * also get the day, the end time and, with `withCoach`, the coach.
 */
export function createEntryButton(entry: Entry, withCoach: boolean, onOpen: (element: HTMLElement) => void): Node[] {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', iconPaths[entry.state]);
  svg.append(path);
  const { date, title, coach, state, appointment } = entry;
  const label = span('cal-word', `${stateLabels[state]} `);
  const time = span('cal-time', entry.from);
  if (appointment) time.append(span('cal-till', `–${entry.till}`));
  const line = span('cal-line', '');
  line.append(svg, ...(appointment ? [time] : []), label);
  const when = `, ${weekday(date)}, ${germanDate(date)}, ${timesOf(entry)}`;
  const hiddenText = span('cal-hidden', withCoach ? `${when}, Coach ${coach}` : when);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cal-content';
  button.addEventListener('click', () => onOpen(button));
  button.dataset['key'] = entry.key;
  button.append(line, ...(title ? [span('cal-title', title)] : []), hiddenText);
  return [button];
}

/** Creates a coach's name as the head of a column. A mouse shows it in full where it is cut off. */
export function createCoachName(name: string): Node {
  const element = span('cal-coach', name);
  element.title = name;
  return element;
}

/** Creates the label with the times of a range that is being dragged. */
export const createDraggedTime = (times: string): Node => span('cal-dragged', times);

function span(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
