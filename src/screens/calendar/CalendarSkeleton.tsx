import Box from '@mui/material/Box';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';

/** The height of the calendar and its skeleton: the screen's height minus the space that the rest of the page needs. */
export const boardHeight = {
  xs: 'max(440px, calc(100dvh - 220px))',
  sm: 'clamp(480px, calc(100dvh - 260px), 1000px)',
} as const;

/** Shown in place of the calendar page while the list of coaches is loading. */
export function CalendarSkeleton() {
  return (
    <>
      <PageHeader title="Kalender" />
      <BoardSkeleton />
    </>
  );
}

/** Reserves the calendar's space while it is loading. */
export function BoardSkeleton() {
  return (
    <Box aria-busy sx={{ height: boardHeight }}>
      <Box className="skeleton" sx={{ height: '100%' }} />
    </Box>
  );
}
