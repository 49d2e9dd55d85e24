import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, type ReactNode, type RefObject } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { shortScreen } from '../../theme.ts';
import { formatCount } from '../../../shared/german.ts';
import { lazyComponent } from '../../lazyComponent.ts';
import { ErrorNotice } from '../notices/ErrorNotice.tsx';
import { Loading } from '../notices/Loading.tsx';
import type { ColumnChoice } from './columnChoice.ts';
import type { PageSizes } from './Pager.tsx';

// Loaded separately, because most lists have only one page.
const Pager = lazyComponent('Pager', async () => ({ default: (await import('./Pager.tsx')).Pager }));

interface Props<Row> {
  /** The query for a page of rows and their total, made with `keepPrevious`. */
  query: UseQueryResult<{ data: Row[]; meta: { total: number } }>;
  /** The nouns for one row and for several: 'Termin', 'Termine'. By default the plural is also the name of the list. */
  nouns: readonly [one: string, many: string];
  /** The number of rows, if the response's `meta.total` also counts other rows; by default `meta.total`. */
  total?: number;
  /** The name of the list, instead of the plural noun. */
  label?: string;
  /** The ref of the list's element, which gets the focus when another page is chosen. */
  list: RefObject<HTMLElement | null>;
  pageSize: number;
  /** The page sizes to choose from. Without it, no page size can be chosen. */
  pageSizes?: PageSizes;
  /** The columns to choose from. */
  columnChoice?: ColumnChoice;
  page: number;
  setPage: (page: number, options?: { replace?: boolean }) => void;
  /** Whether to show only the tools, because the filters are invalid. */
  filtersInvalid?: boolean;
  /** Further filters, in the same row as the number of rows. */
  filterControls?: ReactNode;
  /** Actions for the chosen rows, in place of the tools. They stay visible while the list scrolls. */
  selectionBar?: ReactNode;
  /** Shown when nothing is found. */
  emptyState: ReactNode;
  /** Renders the rows. While their code is loading, the skeleton is shown. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that the server returns page by page. Shows a skeleton, an error, the empty state, or rows and a pager. */
export function PagedList<Row>(props: Props<Row>) {
  const {
    query,
    nouns,
    label = nouns[1],
    list,
    pageSize,
    pageSizes,
    columnChoice,
    page,
    setPage,
    filtersInvalid = false,
    filterControls,
    selectionBar,
    emptyState,
    children,
  } = props;
  const data = filtersInvalid ? undefined : query.data;
  const rows = data?.data;
  const total = data ? (props.total ?? data.meta.total) : 0;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  // The only row of the last page may have been deleted.
  const isPastLastPage = rows !== undefined && query.isSuccess && !query.isPlaceholderData && page > pageCount;
  useEffect(() => {
    if (isPastLastPage) setPage(pageCount, { replace: true });
  }, [isPastLastPage, pageCount, setPage]);
  const skeleton = <Loading blocks={Math.min(pageSize, 15)} height={24} />;
  const goToPage = (chosen: number) => {
    setPage(chosen);
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView();
  };
  return (
    <Box
      component="section"
      ref={list}
      tabIndex={-1}
      aria-label={label}
      aria-busy={query.isPlaceholderData && !filtersInvalid}
      sx={{ outline: 'none', scrollMarginTop: '96px' }}
    >
      <Box className={selectionBar ? 'tools chosen' : 'tools'} sx={toolbar}>
        <Box sx={selectionBar ? { ...toolbarContent, visibility: { sm: 'hidden' } } : toolbarContent}>
          {filterControls}
          <Typography
            role="status"
            variant="body2"
            sx={filterControls ? { ...countStyle, ml: { sm: 'auto' } } : countStyle}
          >
            {!query.isPlaceholderData && total > 0 && `${formatCount(total, ...nouns)} gefunden`}
          </Typography>
        </Box>
        {selectionBar}
      </Box>
      {query.isError && !filtersInvalid && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && skeleton}
      {rows && (
        <Box sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
          {/* Until the code of the rows has loaded, the pager waits, since the rows would push it down. */}
          <Suspense fallback={skeleton}>
            {total === 0 ? emptyState : children(rows)}
            {(pageCount > 1 || pageSizes || columnChoice) && total > 0 && (
              <Suspense>
                <Pager
                  label={label}
                  page={Math.min(page, pageCount)}
                  pageCount={pageCount}
                  offset={(page - 1) * pageSize}
                  shownCount={rows.length}
                  total={total}
                  onChange={goToPage}
                  {...(pageSizes && { pageSizes })}
                  {...(columnChoice && { columnChoice })}
                />
              </Suspense>
            )}
          </Suspense>
        </Box>
      )}
    </Box>
  );
}

/**
 * The selection bar and the tools share one cell, so nothing moves when the bar replaces the tools. The bar sticks
 * below the header.
 */
const toolbar = {
  display: 'grid',
  alignItems: 'center',
  '& > *': { gridArea: '1 / 1' },
  bgcolor: 'background.default',
  '&.chosen': { position: { sm: 'sticky' }, top: 72, zIndex: 3, [shortScreen]: { position: 'static' } },
  // The table's head stays below the bar.
  '&.chosen ~ * thead': { top: { sm: 108 } },
} as const;
const toolbarContent = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 6,
  alignItems: 'center',
  minHeight: { sm: 36 },
} as const;
// Keeps the same height with and without the number.
const countStyle = { minHeight: 22, color: 'text.secondary' } as const;
