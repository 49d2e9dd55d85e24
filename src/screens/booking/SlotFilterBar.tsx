import FilterIcon from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useIsFirstScreenDone } from '../../web/firstScreen.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { shortScreen } from '../../web/theme.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import type { TypeFilter } from '../../features/booking/rules.ts';
import type { useSlotFilter } from './useSlotFilter.ts';

const SlotFilterFields = lazyComponent('SlotFilterFields', () => import('./SlotFilterFields.tsx'));

interface Props {
  slotFilter: ReturnType<typeof useSlotFilter>;
  typeFilter: TypeFilter;
  /** The day of the next free slot (`yyyy-mm-dd`), or ''. The calendar opens at its month unless a day is chosen. */
  firstFreeDay: string;
  /** Shown beside the button. */
  children: ReactNode;
}

/** The filter (reference 4.14). On a wide screen it is beside the list. On a narrow screen a button unfolds it. */
export function SlotFilterBar({ slotFilter, typeFilter, firstFreeDay, children }: Props) {
  const isWide = useMinWidth(900);
  const [isUnfolded, setIsUnfolded] = useUnfolded();
  // On a wide screen the filter loads after the first card; its space is reserved.
  const isFirstScreenDone = useIsFirstScreenDone();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = isWide || isUnfolded;
  return (
    <Box component="section" aria-label="Filter" sx={{ mb: { xs: 1, md: 4 } }}>
      <Box sx={{ display: 'flex', columnGap: 3, alignItems: 'center' }}>
        {!isWide && (
          <Button
            ref={button}
            variant="outlined"
            startIcon={<FilterIcon />}
            aria-expanded={isOpen}
            {...(isOpen ? { 'aria-controls': id } : {})}
            onClick={() => setIsUnfolded(!isUnfolded)}
            sx={{ flex: 'none' }}
          >
            {slotFilter.activeCount > 0 ? `Filter (${slotFilter.activeCount})` : 'Filter'}
          </Button>
        )}
        {children}
      </Box>
      {isOpen && (
        <Card id={id} sx={cardStyle}>
          {isFirstScreenDone || isUnfolded ? (
            <Suspense fallback={<Loading blocks={2} height={148} />}>
              <SlotFilterFields {...slotFilter} typeFilter={typeFilter} firstFreeDay={firstFreeDay} />
            </Suspense>
          ) : (
            <Loading blocks={2} height={148} />
          )}
          {!isWide && (
            <Box sx={resultsButtonBar}>
              <Button
                variant="contained"
                fullWidth
                onClick={() => {
                  setIsUnfolded(false);
                  // The next Tab from this button leads to the results.
                  button.current?.focus();
                }}
              >
                Termine zeigen
              </Button>
            </Box>
          )}
        </Card>
      )}
    </Box>
  );
}

/** The keys of the history entries in which the filter is unfolded. */
const unfoldedEntryKeys = new Set<string>();

/** Returns whether the filter is unfolded, and its setter. Going back in the browser restores the state. */
function useUnfolded() {
  const { key } = useLocation();
  const [isUnfolded, setIsUnfolded] = useState(() => unfoldedEntryKeys.has(key));
  useEffect(() => {
    if (isUnfolded) unfoldedEntryKeys.add(key);
    else unfoldedEntryKeys.delete(key);
  }, [key, isUnfolded]);
  return [isUnfolded, setIsUnfolded] as const;
}

const cardStyle = {
  mt: 3,
  p: { xs: 4, sm: 5 },
  minHeight: { md: 760 },
  overflow: 'visible',
  // Keeps the focused field above the sticky button.
  '& :focus-visible': { scrollMarginBottom: { xs: 80, md: 0 } },
} as const;

/** The bottom of the card, which stays visible above the navigation bar while the filter scrolls. */
const resultsButtonBar = {
  mt: 5,
  mx: { xs: -4, sm: -5 },
  mb: { xs: -4, sm: -5 },
  px: { xs: 4, sm: 5 },
  pt: 3,
  // The bar extends behind the navigation bar, so that no content shows between them.
  pb: 5,
  position: 'sticky',
  zIndex: 1,
  bottom: 'calc(var(--connection-notice, 0px) + var(--dock, 0px) - 8px)',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  borderRadius: '0 0 16px 16px',
  [shortScreen]: { position: 'static' },
} as const;
