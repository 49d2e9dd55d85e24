import Typography from '@mui/material/Typography';

/** What happens if 'Sicher?' is answered, on a line of its own, so that the button stays where it was pressed. */
export function Consequence({ children }: { children: string }) {
  return (
    <Typography role="alert" variant="body2" sx={{ flexBasis: '100%' }}>
      {children}
    </Typography>
  );
}
