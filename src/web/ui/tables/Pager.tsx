import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import type { ColumnChoice } from './columnChoice.ts';
import { findMenuContainer } from './menuContainer.ts';

/**
 * Returns the items of one page of a list, the page's position in the list, and the function that changes the page:
 * `const { shownItems, setPage, ...pagerProps } = usePage(rows, 25)`.
 */
export function usePage<Item>(items: readonly Item[], pageSize: number) {
  const [requestedPage, setPage] = useState(1);
  return { ...toPage(items, pageSize, requestedPage), setPage };
}

/** Returns the items of the requested page and its position in the list. `page` starts at 1 and stays in range. */
export function toPage<Item>(items: readonly Item[], pageSize: number, requestedPage: number) {
  const pageCount = Math.max(1, Math.ceil(items.length / pageSize));
  const page = Math.min(requestedPage, pageCount);
  const offset = (page - 1) * pageSize;
  return { shownItems: items.slice(offset, offset + pageSize), page, pageCount, offset, total: items.length };
}

/** The page size and its options, smallest first. */
export interface PageSizes {
  pageSize: number;
  sizes: readonly number[];
  choosePageSize: (size: number) => void;
}

interface Props {
  /** The name of the list, for screen readers: 'Fehlgeschlagene Importe'. */
  label: string;
  page: number;
  pageCount: number;
  /** The number of entries before this page, on it, and in total. */
  offset: number;
  shownCount: number;
  total: number;
  onChange: (page: number) => void;
  /** The page sizes to choose from. Without it, no page size can be chosen. */
  pageSizes?: PageSizes;
  /** The columns to choose from, on screens wide enough for a table. */
  columnChoice?: ColumnChoice;
}

/** The minimum number of pages for which the field 'Gehe zu Seite' is shown. */
const jumpThreshold = 6;

/**
 * Shows '26–50 von 274', the pages to choose from, the page size and the columns. Renders nothing if there is no choice.
 */
export function Pager(props: Props) {
  const { label, page, pageCount, offset, shownCount, total, onChange, pageSizes, columnChoice } = props;
  const shownSizing = pageSizes && total > Math.min(...pageSizes.sizes) ? pageSizes : undefined;
  if (pageCount < 2 && !shownSizing && !columnChoice) return null;
  return (
    <Box sx={bar}>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {formatNumber(offset + 1)}–{formatNumber(offset + shownCount)} von {formatNumber(total)}
      </Typography>
      {shownSizing && (
        <TextField
          select
          size="small"
          label="Zeilen je Seite"
          className="no-print"
          value={shownSizing.pageSize}
          onChange={({ target }) => shownSizing.choosePageSize(Number(target.value))}
          sx={{ width: 132 }}
        >
          {shownSizing.sizes.map((size) => (
            <MenuItem key={size} value={size}>
              {size}
            </MenuItem>
          ))}
        </TextField>
      )}
      {columnChoice && <ColumnField {...columnChoice} />}
      {pageCount >= jumpThreshold && <JumpField pageCount={pageCount} onChange={onChange} />}
      {pageCount > 1 && (
        <Pagination
          className="no-print"
          aria-label={`Seiten: ${label}`}
          count={pageCount}
          page={page}
          siblingCount={0}
          size="large"
          onChange={(_, chosen) => onChange(chosen)}
          getItemAriaLabel={ariaLabelOf}
          sx={{
            ml: 'auto',
            '& .MuiPagination-ul': { rowGap: 1 },
            '& .MuiPaginationItem-root': { mx: 0, ...touchSize },
          }}
        />
      )}
    </Box>
  );
}

/** The field that shows and hides columns. */
function ColumnField({ options, shown, choose }: ColumnChoice) {
  return (
    <TextField
      select
      size="small"
      label="Spalten"
      className="no-print"
      value={shown}
      onChange={({ target }) => choose(target.value as unknown as string[])}
      slotProps={{
        // Without a chosen column the field is not empty.
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: () => `${shown.length} von ${options.length}`,
          MenuProps: { container: findMenuContainer },
        },
      }}
      sx={{ width: 132, display: { xs: 'none', sm: 'inline-flex' } }}
    >
      {options.map(({ name, title, minBreakpoint }) => (
        <MenuItem key={name} value={name}>
          <CheckIcon fontSize="small" sx={{ mr: 2, visibility: shown.includes(name) ? 'visible' : 'hidden' }} />
          {title}
          {minBreakpoint && (
            <Box component="span" sx={{ ml: 2, typography: 'body2', display: { [minBreakpoint]: 'none' } }}>
              (nur in breiteren Fenstern)
            </Box>
          )}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The field 'Gehe zu Seite'. Enter goes to the page that was typed, or to the last page if the number is too high. */
function JumpField({ pageCount, onChange }: Pick<Props, 'pageCount' | 'onChange'>) {
  const [text, setText] = useState('');
  const jump = (event: FormEvent) => {
    event.preventDefault();
    const page = Number(text);
    if (page >= 1) onChange(Math.min(page, pageCount));
    setText('');
  };
  return (
    <Box component="form" className="no-print" onSubmit={jump}>
      <TextField
        size="small"
        label="Gehe zu Seite"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value.replace(/\D/g, '').slice(0, 6))}
        slotProps={{ htmlInput: { inputMode: 'numeric', enterKeyHint: 'go' } }}
        sx={{ width: 132 }}
      />
    </Box>
  );
}

function ariaLabelOf(type: string, page: number | null, selected: boolean): string {
  if (type === 'previous') return 'Vorige Seite';
  if (type === 'next') return 'Nächste Seite';
  return selected ? `Seite ${page}` : `Zu Seite ${page}`;
}

const formatNumber = (value: number) => value.toLocaleString('de-DE');

const bar = { display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 3, alignItems: 'center', mt: 4 } as const;

/** The size of a page's button on a touch screen. */
const touchSize = { '@media (pointer: coarse)': { minWidth: 44, height: 44, borderRadius: '22px' } } as const;
