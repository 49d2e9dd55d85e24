import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

/**
 * Shows a list in steps of `stepSize` items: `const { shownItems, showMore } = useShowMore(items, 5)`. Pass `showMore` to
 * `MoreButton`.
 */
export function useShowMore<Item>(items: readonly Item[], stepSize: number) {
  const [limit, setLimit] = useState(stepSize);
  return {
    shownItems: items.slice(0, limit),
    /** Shows more items; undefined when all items are shown. */
    showMore: items.length > limit ? () => setLimit(limit + stepSize) : undefined,
  };
}

/** The button 'Mehr laden', which is absent when all items are shown. */
export function MoreButton({ showMore }: { showMore: (() => void) | undefined }) {
  if (!showMore) return null;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center', mt: 6 }}>
      <Button variant="outlined" onClick={showMore}>
        Mehr laden
      </Button>
    </Box>
  );
}
