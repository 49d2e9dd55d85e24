import Box from '@mui/material/Box';
import { callApi } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { SwitchRow } from '../../../web/ui/fields/SwitchRow.tsx';
import { changeFeed, getFeed, type Feed } from '../contract.ts';

/** Switches with which a coach or an admin chooses what their subscription shows. */
export function FeedChoices({ feed: { initialsOnly, freeShown } }: { feed: Feed }) {
  const save = async (change: { initialsOnly?: boolean; freeShown?: boolean }) => {
    await callApi(changeFeed, { initialsOnly, freeShown, ...change });
    await invalidate(getFeed);
  };
  return (
    <Box sx={{ mt: 4 }}>
      <SwitchRow
        label="Teilnehmer:innen nur mit Initialen zeigen"
        explanation="„A. B.“ statt „Anna Beispiel“. Gilt auch für einzelne Termine, die in den Kalender übernommen werden."
        checked={initialsOnly}
        onSave={(checked) => save({ initialsOnly: checked })}
      />
      <SwitchRow
        label="Freie Termine zeigen"
        explanation="Auch Einzelcoachings, die noch niemand gebucht hat. Sie belegen im Kalender keine Zeit."
        checked={freeShown}
        onSave={(checked) => save({ freeShown: checked })}
      />
    </Box>
  );
}
