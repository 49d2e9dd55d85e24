import Box from '@mui/material/Box';
import Pagination from '@mui/material/Pagination';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

/** One page of a list: `const { shown, page, ...pager } = usePage(rows, 25)`; page counts from 1 and stays in range. */
export function usePage<Item>(items: readonly Item[], size: number) {
  const [wanted, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(wanted, pages);
  const first = (page - 1) * size;
  return { shown: items.slice(first, first + size), page, pages, first, total: items.length, setPage };
}

interface Props {
  /** Whose pages these are, for screen readers: 'Fehlgeschlagene Importe'. */
  label: string;
  page: number;
  pages: number;
  /** Entries before this page, on it, and in all. */
  first: number;
  shown: number;
  total: number;
  onChange: (page: number) => void;
}

/** '26–50 von 274' and the pages to choose from; absent where one page holds everything. */
export function Pager({ label, page, pages, first, shown, total, onChange }: Props) {
  if (pages < 2) return null;
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between', mt: 4 }}
    >
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {number(first + 1)}–{number(first + shown)} von {number(total)}
      </Typography>
      <Pagination
        className="no-print"
        aria-label={`Seiten: ${label}`}
        count={pages}
        page={page}
        siblingCount={0}
        size="large"
        onChange={(_, chosen) => onChange(chosen)}
        getItemAriaLabel={itemName}
        sx={{ '& .MuiPagination-ul': { rowGap: 1 }, '& .MuiPaginationItem-root': { mx: 0 } }}
      />
    </Box>
  );
}

function itemName(type: string, page: number | null, selected: boolean): string {
  if (type === 'previous') return 'Vorige Seite';
  if (type === 'next') return 'Nächste Seite';
  return selected ? `Seite ${page}` : `Zu Seite ${page}`;
}

const number = (value: number) => value.toLocaleString('de-DE');
