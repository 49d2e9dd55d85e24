import Box from '@mui/material/Box';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';

/** The height of the calendar, and of what stands in its place: as much of the screen as the page can give. */
export const boardHeight = {
  xs: 'max(440px, calc(100dvh - 220px))',
  sm: 'clamp(480px, calc(100dvh - 260px), 1000px)',
} as const;

/** The page before anything is known of it. */
export function CalendarWaiting() {
  return (
    <>
      <PageHeader title="Kalender" />
      <BoardWaiting />
    </>
  );
}

/** The calendar's place while it loads. */
export function BoardWaiting() {
  return (
    <Box aria-busy sx={{ height: boardHeight }}>
      <Box className="skeleton" sx={{ height: '100%' }} />
    </Box>
  );
}
