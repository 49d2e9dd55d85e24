import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

/** A column of the height `value`; null leaves a gap. */
export interface Column {
  key: string;
  value: number | null;
  /** Shown above the chart while the pointer is on the column: 'Mo, 30.11.2026: 12 Buchungen'. */
  description: string;
  /** Shown below the column; '' for most columns of a chart with many columns. */
  label: string;
}

interface Props {
  columns: readonly Column[];
  /** Describes the chart in a sentence for screen readers. Also shown above it while the pointer is on no column. */
  summary: string;
  /** The value at the top of the chart; by default the highest value, rounded up. */
  top?: number;
}

/**
 * A column chart made of boxes. For screen readers it is one image, described by `summary`, so pages must also offer
 * its numbers in a table.
 */
export function ColumnChart({ columns, summary, top = roundedTop(columns) }: Props) {
  const [hovered, setHovered] = useState<Column | null>(null);
  return (
    <div>
      <Typography variant="body2" aria-hidden sx={{ mb: 2, minHeight: '1.5em', color: 'text.secondary' }}>
        {hovered ? hovered.description : summary}
      </Typography>
      <Box role="img" aria-label={summary} onPointerLeave={() => setHovered(null)} sx={frame}>
        {[top, top / 2, 0].map((value) => (
          <Box
            key={value}
            component="span"
            sx={{ ...gridLine, bottom: `calc(${labelHeight} + (100% - ${labelHeight}) * ${value / top})` }}
          >
            <Box component="span" sx={axisLabel}>
              {value.toLocaleString('de-DE')}
            </Box>
          </Box>
        ))}
        {columns.map((column) => (
          <Box key={column.key} onPointerEnter={() => setHovered(column)} sx={columnStyle}>
            <Box
              className={column === hovered ? 'hovered' : ''}
              sx={barStyle}
              style={{ height: `${(100 * Math.min(column.value ?? 0, top)) / top}%` }}
            />
            <Box component="span" sx={labelStyle}>
              {column.label}
            </Box>
          </Box>
        ))}
      </Box>
    </div>
  );
}

/** Returns a round, even number that is at least the highest value, so that half of it is a whole number. */
function roundedTop(columns: readonly Column[]): number {
  const highest = Math.max(2, ...columns.map(({ value }) => value ?? 0));
  const step = 10 ** Math.floor(Math.log10(highest));
  return (
    [1, 2, 4, 6, 8, 10].map((factor) => factor * step).find((rounded) => rounded >= highest && rounded % 2 === 0) ??
    highest
  );
}

/** The height of the space for the labels below the columns. */
const labelHeight = '28px';
const frame = {
  position: 'relative',
  display: 'flex',
  height: 200,
  pl: 9,
  // Room for the last label, which is wider than its column.
  pr: 5,
} as const;
const gridLine = { position: 'absolute', left: 0, right: 0, borderTop: 1, borderColor: 'divider' } as const;
const axisLabel = {
  position: 'absolute',
  left: 0,
  top: 1,
  fontSize: 'caption.fontSize',
  color: 'text.secondary',
} as const;
const columnStyle = {
  position: 'relative',
  flex: '1 1 0',
  minWidth: 0,
  display: 'flex',
  alignItems: 'end',
  justifyContent: 'center',
  mb: labelHeight,
  '&:hover': { bgcolor: 'action.hover' },
} as const;
const barStyle = {
  width: '70%',
  maxWidth: 28,
  borderRadius: '3px 3px 0 0',
  bgcolor: 'primary.main',
  // Printing and high contrast remove backgrounds by default, but the bars consist of nothing else.
  printColorAdjust: 'exact',
  forcedColorAdjust: 'none',
  '&.hovered': { bgcolor: 'primary.light' },
} as const;
const labelStyle = {
  position: 'absolute',
  top: 'calc(100% + 4px)',
  left: '50%',
  transform: 'translateX(-50%)',
  whiteSpace: 'nowrap',
  fontSize: 'caption.fontSize',
  color: 'text.secondary',
} as const;
