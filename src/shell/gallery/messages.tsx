import Button from '@mui/material/Button';
import { RequestError } from '../../web/calls/api.ts';
import { DayHeading } from '../../web/ui/layout/DayHeading.tsx';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { Heart } from '../../web/ui/layout/Heart.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { Illustration, type IllustrationName } from '../../web/ui/layout/Illustration.tsx';
import { StarAverage } from '../../web/ui/layout/StarAverage.tsx';
import type { Exhibit } from './exhibit.ts';

const retry = () => undefined;
const connectionError = new RequestError(0, 'Der Server ist gerade nicht erreichbar.');
const illustrationNames: readonly IllustrationName[] = ['calendar', 'folder', 'door', 'cloud', 'map', 'lens'];

/** Examples of components that show a state or a message. */
export const messages: readonly Exhibit[] = [
  {
    name: 'Notice',
    states: Object.fromEntries(
      (['info', 'success', 'warning', 'error'] as const).map((kind) => [
        kind,
        <Notice key={kind} kind={kind} title="Überschrift">
          Ein Satz, der sagt, was los ist und was zu tun ist.
        </Notice>,
      ]),
    ),
  },
  {
    name: 'ErrorNotice',
    states: {
      'mit Weg weiter': (
        <ErrorNotice error={connectionError} message="Die Liste konnte nicht geladen werden!" retry={retry} />
      ),
      'nur der eigene Satz': <ErrorNotice error={connectionError} />,
    },
  },
  { name: 'Loading', states: { lädt: <Loading blocks={2} height={72} /> } },
  {
    name: 'EmptyState',
    states: {
      leer: (
        <EmptyState
          picture="calendar"
          title="Hier ist noch nichts"
          action={<Button variant="contained">Anfangen</Button>}
        >
          Ein Satz, der sagt, wie es weitergeht.
        </EmptyState>
      ),
    },
  },
  {
    name: 'Illustration',
    states: Object.fromEntries(
      illustrationNames.map((name) => [name, <Illustration key={name} name={name} width={140} />]),
    ),
  },
  { name: 'Heart', states: { 'im Satz': <span>Unser {<Heart />} schlägt</span> } },
  { name: 'DayHeading', states: { 'ein Tag': <DayHeading day="Montag" date="2026-11-30" /> } },
  {
    name: 'Fact',
    states: {
      'kurz, lang, leer': (
        <Facts>
          <Fact label="Zeitraum">10:00 bis 10:45 Uhr</Fact>
          <Fact label="Name">Maximiliana-Alexandrina von und zu Hohenzollern-Sigmaringen</Fact>
          <Fact label="Telefon">{''}</Fact>
        </Facts>
      ),
    },
  },
  {
    name: 'StarAverage',
    states: {
      keine: <StarAverage value={0} colour="inherit" />,
      niedrig: <StarAverage value={1.5} colour="red" />,
      mittel: <StarAverage value={3.3} colour="orange" />,
      hoch: <StarAverage value={4.7} colour="green" />,
    },
  },
];
