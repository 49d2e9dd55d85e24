import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type {} from '@mui/material/themeCssVarsAugmentation';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { germanInterval } from '../../shared/berlin.ts';
import { shortScreen } from '../../web/theme.ts';
import type { OwnAppointment } from '../../features/booking/contract.ts';

/** The bar that stays visible above the slots while the participant reschedules a booking (reference 4.18). */
export function RescheduleBar({ originalBooking }: { originalBooking: OwnAppointment }) {
  const navigate = useNavigate();
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  return (
    <Box
      component="section"
      ref={bar}
      aria-label="Termin verlegen"
      sx={{
        position: 'sticky',
        top: { xs: 64, sm: 72 },
        zIndex: 3,
        mb: 4,
        px: { xs: 4, sm: 5 },
        py: 2,
        display: 'flex',
        columnGap: 4,
        alignItems: 'center',
        justifyContent: 'space-between',
        borderRadius: 1,
        border: 1,
        borderColor: 'primary.main',
        bgcolor: (t) => t.vars.palette.Alert.infoStandardBg,
        color: (t) => t.vars.palette.Alert.infoColor,
        [shortScreen]: { position: 'static' },
      }}
    >
      <Typography sx={{ minWidth: 0 }}>
        <strong>Du verlegst:</strong> {germanInterval(originalBooking)}, {originalBooking.coach}
      </Typography>
      <Button
        color="inherit"
        onClick={() => void navigate('/appointments', { state: { returnToId: originalBooking.id } })}
      >
        Abbrechen
      </Button>
    </Box>
  );
}

/** Sets `--bar` to the bar's height, which varies, so that sticky headings and focused elements stay below the bar. */
function useBarHeight(bar: { current: HTMLElement | null }) {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const isSticky = bar.current && getComputedStyle(bar.current).position === 'sticky';
      style.setProperty('--bar', `${isSticky ? bar.current?.offsetHeight : 0}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bar');
    };
  }, [bar]);
}
