import Box from '@mui/material/Box';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';

/**
 * Returns the height of the calendar and its skeleton: the screen's height minus the space that the rest of the page
 * needs. Admins also have the buttons of the chosen coaches.
 */
export const boardHeight = (asAdmin: boolean) => ({
  xs: 'max(440px, calc(100dvh - 220px))',
  sm: `clamp(440px, calc(100dvh - ${asAdmin ? 346 : 286}px), 1100px)`,
});

/** Shown in place of the calendar page while the list of coaches is loading. */
export function CalendarSkeleton() {
  return (
    <>
      <PageHeader title="Kalender" />
      <BoardSkeleton asAdmin={false} />
    </>
  );
}

/** Reserves the calendar's space while it is loading. */
export function BoardSkeleton({ asAdmin }: { asAdmin: boolean }) {
  return (
    <Box aria-busy sx={{ height: boardHeight(asAdmin) }}>
      <Box className="skeleton" sx={{ height: '100%' }} />
    </Box>
  );
}
