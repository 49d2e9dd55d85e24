import Box from '@mui/material/Box';
import { stateLabels, timesOf, type Entry, type EntryState } from './calendarEntries.ts';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { stateIconPaths } from '../../web/ui/notices/stateIconPaths.ts';

/** The SVG path of each state's icon, in a square of 24 units: the icon that it has in lists, or MUI's WorkOff and Flag. */
export const iconPaths: Record<EntryState, string> = {
  free: stateIconPaths.free,
  booked: stateIconPaths.info,
  ended: stateIconPaths.success,
  missed: stateIconPaths.missed,
  speed: stateIconPaths.speed,
  reserved: stateIconPaths.warning,
  unused: stateIconPaths.unused,
  absence: `M10 4h4v2h-3.6l2 2H20v7.6l2 2V8c0-1.11-.89-2-2-2h-4V4c0-1.11-.89-2-2-2h-4c-.99 0-1.8.7-1.96 1.64L10 5.6z
    M3.4 1.84 1.99 3.25 4.74 6H4c-1.11 0-1.99.89-1.99 2L2 19c0 1.11.89 2 2 2h15.74l2 2 1.41-1.41zM4 19V8h2.74l11 11z`,
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
