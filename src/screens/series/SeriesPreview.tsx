import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useRef, type Ref } from 'react';
import { germanDay } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { rowWithLineAbove } from '../../web/ui/fields/entryRow.ts';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { useShowMoreWithFocus } from '../../web/ui/buttons/useFocusOnMore.ts';
import type { SeriesEntry } from '../../features/appointments/series/contract.ts';
import { OfferHint } from '../../features/waiting/ui/OfferHint.tsx';
import { linesOf, formatSummary, formatTimes, type DayLine } from './previewWords.ts';
import { PreviewCalendar } from './PreviewCalendar.tsx';
import type { SeriesForm } from './seriesForm.ts';

/** The data of a preview. */
export interface Preview {
  /** The values of the form for which the preview was requested. */
  form: SeriesForm;
  entries: readonly SeriesEntry[];
  /** The number of appointments that would be created. */
  newCount: number;
}

interface Props {
  /** Whether the user is an admin, who also reads how many wait. */
  asAdmin: boolean;
  preview: Preview;
  /** Whether the preview still matches the form. */
  isCurrent: boolean;
  /** Why the preview was refreshed automatically; '' if the user asked for it. */
  refreshReason: string;
  isCreating: boolean;
  onCreate: () => void;
  /** The element that takes the focus when the preview appears. */
  ref: Ref<HTMLDivElement>;
}

/** Shows a preview (reference 7.15): summary, 'anlegen', calendar, skipped days with their reasons, new days. */
export function SeriesPreview({ asAdmin, preview, isCurrent, refreshReason, isCreating, onCreate, ref }: Props) {
  const { form, entries, newCount } = preview;
  const id = useId();
  const lines = linesOf(entries);
  const newLines = lines.filter(({ state }) => state === 'new');
  const skippedLines = lines.filter(({ state }) => state !== 'new');
  const disabledReason = !isCurrent
    ? 'Die Angaben oben haben sich geändert. Bitte zuerst die Vorschau erneuern.'
    : newCount === 0
      ? 'Von diesen Terminen ist keiner neu.'
      : null;
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={{ mt: 8 }}>
      <Box ref={ref} tabIndex={-1} sx={{ outline: 'none', scrollMarginTop: '96px' }}>
        <Typography id={`${id}-title`} variant="h2">
          Vorschau
        </Typography>
        <Typography sx={{ mt: 1, mb: 4 }}>
          {form.coach && `${form.coach.label}: `}
          <strong>{formatSummary(entries)}</strong>
        </Typography>
      </Box>
      {refreshReason && (
        <Notice kind="warning" announced>
          {refreshReason}
        </Notice>
      )}
      <BusyButton
        size="large"
        busy={isCreating}
        busyText="Wird angelegt..."
        disabledReason={disabledReason}
        onClick={onCreate}
      >
        {newCount > 0 ? `${formatCount(newCount, 'Termin', 'Termine')} anlegen` : 'Anlegen'}
      </BusyButton>
      {form.type === 'Einzelcoaching' && newCount > 0 && <OfferHint asAdmin={asAdmin} />}
      <Box sx={{ opacity: isCurrent ? 1 : 0.6 }}>
        <PreviewCalendar entries={entries} fromDate={form.fromDate} tillDate={form.tillDate} />
        <DayLines key={`skipped ${keyOf(preview)}`} title="Wird übersprungen" lines={skippedLines} />
        <DayLines key={`new ${keyOf(preview)}`} title="Neue Termine" lines={newLines} />
      </Box>
    </Box>
  );
}

/** Returns a key that changes with the preview, so that the lists of a new preview are short again. */
const keyOf = ({ form, entries }: Preview) => `${JSON.stringify(form)} ${entries.length}`;

/** The number of lines shown initially, and added by 'Mehr laden'. */
const linesPerPage = 10;

/** A titled list of days with their times. An empty list renders nothing. */
function DayLines({ title, lines }: { title: string; lines: readonly DayLine[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { shownItems, showMore } = useShowMoreWithFocus(list, lines, linesPerPage);
  if (lines.length === 0) return null;
  return (
    <Box sx={{ mt: 8 }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Box component="ul" ref={list} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shownItems.map((line) => (
          <Box key={`${line.date} ${line.message}`} component="li" data-entry tabIndex={-1} sx={rowWithLineAbove}>
            <Typography component="span" sx={{ fontWeight: 700, minWidth: 140 }}>
              {germanDay(line.date)}
            </Typography>
            <Typography component="span" sx={{ flex: '1 1 240px', minWidth: 0 }}>
              {formatTimes(line)}
            </Typography>
            {line.state !== 'new' && (
              <Typography component="span" sx={{ color: 'text.secondary', flex: '1 1 240px' }}>
                {line.message}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
      <MoreButton showMore={showMore} />
    </Box>
  );
}
