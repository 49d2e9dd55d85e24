import Button from '@mui/material/Button';
import { useState } from 'react';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { Pager } from '../../web/ui/tables/Pager.tsx';
import { PlainButton } from '../../web/ui/buttons/PlainButton.tsx';
import { PlainSwitch } from '../../web/ui/fields/PlainSwitch.tsx';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import type { Exhibit } from './exhibit.ts';

const doNothing = () => undefined;

function PagerExample() {
  const [page, setPage] = useState(2);
  const total = 274;
  const pageSize = 25;
  const offset = (page - 1) * pageSize;
  return (
    <Pager
      label="Beispiel"
      page={page}
      pageCount={Math.ceil(total / pageSize)}
      offset={offset}
      shownCount={Math.min(pageSize, total - offset)}
      total={total}
      onChange={setPage}
    />
  );
}

/** Examples of buttons, headers and paging. */
export const controls: readonly Exhibit[] = [
  {
    name: 'PageHeader',
    states: {
      'mit Satz und Knopf': (
        <PageHeader title="Überschrift der Seite" actions={<Button variant="contained">Anlegen</Button>}>
          Ein Satz darunter, der sagt, was hier zu tun ist.
        </PageHeader>
      ),
      'langer Titel': <PageHeader title="Donaudampfschifffahrtsgesellschaftskapitänsanwärterin" />,
    },
  },
  {
    name: 'BusyButton',
    states: {
      bereit: <BusyButton busyText="Wird gespeichert...">Speichern</BusyButton>,
      beschäftigt: (
        <BusyButton busy busyText="Wird gespeichert...">
          Speichern
        </BusyButton>
      ),
      'aus, mit Grund': <BusyButton disabledReason="Bitte fülle zuerst alle Felder aus.">Speichern</BusyButton>,
    },
  },
  {
    name: 'TwoStepButton',
    states: {
      'unscharf, scharf nach dem ersten Klick': <TwoStepButton onConfirm={doNothing}>Löschen</TwoStepButton>,
      aus: (
        <TwoStepButton onConfirm={doNothing} disabled>
          Löschen
        </TwoStepButton>
      ),
    },
  },
  {
    name: 'PlainButton',
    states: { still: <PlainButton>Menü</PlainButton>, umrandet: <PlainButton outlined>Anmelden</PlainButton> },
  },
  {
    name: 'PlainSwitch',
    states: {
      an: (
        <PlainSwitch checked disabled={false} onChange={doNothing} describedBy="">
          Einzelcoachings
        </PlainSwitch>
      ),
      'aus, gesperrt': (
        <PlainSwitch checked={false} disabled onChange={doNothing} describedBy="">
          Speedcoachings
        </PlainSwitch>
      ),
    },
  },
  { name: 'TextLink', states: { still: <TextLink to="/files">Meine Unterlagen</TextLink> } },
  { name: 'MoreButton', states: { 'es gibt mehr': <MoreButton showMore={doNothing} /> } },
  { name: 'Pager', states: { 'Seite 2 von 11': <PagerExample /> } },
];
