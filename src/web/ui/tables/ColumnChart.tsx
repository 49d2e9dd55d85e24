import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

/** A column of the height `value`; null leaves a gap. */
export interface Column {
  key: string;
  value: number | null;
  /** Shown above the chart while the pointer is on the column: 'Mo, 30.11.2026: 12 Buchungen'. */
  description: string;
  /** Shown below the column; '' for most columns of a long row. */
  label: string;
}

interface Props {
  columns: readonly Column[];
  /** The chart in a sentence: for screen readers, and shown above it while the pointer is on no column. */
  summary: string;
  /** The value at the top; by default the highest, rounded up. */
  top?: number;
}

/**
 * A column chart made of boxes. To screen readers it is one image, described by `summary`: offer its numbers in a
 * table, too.
 */
export function ColumnChart({ columns, summary, top = roundedTop(columns) }: Props) {
  const [pointed, setPointed] = useState<Column | null>(null);
  return (
    <div>
      <Typography variant="body2" aria-hidden sx={{ mb: 2, minHeight: '1.5em', color: 'text.secondary' }}>
        {pointed ? pointed.description : summary}
      </Typography>
      <Box role="img" aria-label={summary} onPointerLeave={() => setPointed(null)} sx={frame}>
        {[top, top / 2, 0].map((value) => (
          <Box key={value} component="span" sx={{ ...line, bottom: `calc(28px + (100% - 28px) * ${value / top})` }}>
            <Box component="span" sx={axis}>
              {value.toLocaleString('de-DE')}
            </Box>
          </Box>
        ))}
        {columns.map((column) => (
          <Box key={column.key} onPointerEnter={() => setPointed(column)} sx={place}>
            <Box
              className={column === pointed ? 'pointed' : ''}
              sx={bar}
              style={{ height: `${(100 * Math.min(column.value ?? 0, top)) / top}%` }}
            />
            <Box component="span" sx={below}>
              {column.label}
            </Box>
          </Box>
        ))}
      </Box>
    </div>
  );
}

/** A round, even number not below the highest value, so that half of it is a whole number. */
function roundedTop(columns: readonly Column[]): number {
  const highest = Math.max(2, ...columns.map(({ value }) => value ?? 0));
  const step = 10 ** Math.floor(Math.log10(highest));
  return (
    [1, 2, 4, 6, 8, 10].map((times) => times * step).find((rounded) => rounded >= highest && rounded % 2 === 0) ??
    highest
  );
}

const frame = {
  position: 'relative',
  display: 'flex',
  height: 200,
  pl: 9,
  // Room for the last label, which is wider than its column.
  pr: 5,
} as const;
const line = { position: 'absolute', left: 0, right: 0, borderTop: 1, borderColor: 'divider' } as const;
const axis = { position: 'absolute', left: 0, top: 1, fontSize: 'caption.fontSize', color: 'text.secondary' } as const;
const place = {
  position: 'relative',
  flex: '1 1 0',
  minWidth: 0,
  display: 'flex',
  alignItems: 'end',
  justifyContent: 'center',
  mb: '28px',
  '&:hover': { bgcolor: 'action.hover' },
} as const;
const bar = {
  width: '70%',
  maxWidth: 28,
  borderRadius: '3px 3px 0 0',
  bgcolor: 'primary.main',
  // Paper and high contrast drop backgrounds, which are the whole picture here.
  printColorAdjust: 'exact',
  forcedColorAdjust: 'none',
  '&.pointed': { bgcolor: 'primary.light' },
} as const;
const below = {
  position: 'absolute',
  top: 'calc(100% + 4px)',
  left: '50%',
  transform: 'translateX(-50%)',
  whiteSpace: 'nowrap',
  fontSize: 'caption.fontSize',
  color: 'text.secondary',
} as const;
