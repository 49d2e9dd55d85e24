import Button from '@mui/material/Button';

/** The room of the buttons of files until their code has loaded, so that what is below them stays where it is. */
export function ButtonsToCome({ labels }: { labels: readonly string[] }) {
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
