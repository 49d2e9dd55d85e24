import Box from '@mui/material/Box';
import encodeQR from 'qr';

/**
 * A QR code, generated in the browser, so that the secret in it is not sent to any service. It is dark on white in
 * every theme, so that cameras can read it; `label` is for screen readers.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  // Draws a square of one unit for each dark cell.
  const pathData = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: 220, maxWidth: '100%', borderRadius: '8px', bgcolor: '#fff' }}
    >
      <path d={pathData} fill="#000" />
    </Box>
  );
}
