import Button from '@mui/material/Button';

/** Reserves the space of the export buttons until their code has loaded, so that the content below does not move. */
export function ButtonPlaceholders({ labels }: { labels: readonly string[] }) {
  return labels.map((label) => (
    <Button
      key={label}
      variant="outlined"
      disabled
      startIcon={<span style={{ width: 20 }} />}
      style={{ visibility: 'hidden' }}
    >
      {label}
    </Button>
  ));
}
