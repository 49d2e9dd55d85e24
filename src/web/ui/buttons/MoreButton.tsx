import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

/** Shows a list in steps: `const { shown, more } = usePages(items, 5)`. Pass `more` to `MoreButton`. */
export function usePages<Item>(items: readonly Item[], size: number) {
  const [limit, setLimit] = useState(size);
  return {
    shownItems: items.slice(0, limit),
    /** Shows `size` more items; undefined when all items are shown. */
    showMore: items.length > limit ? () => setLimit(limit + size) : undefined,
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
