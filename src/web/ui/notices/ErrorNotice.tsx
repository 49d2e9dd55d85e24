import Button from '@mui/material/Button';
import { errorMessageOf } from '../../calls/api.ts';
import { Notice } from './Notice.tsx';

interface Props {
  /** The error that a call threw. */
  error: unknown;
  /** A sentence to show above the error's own sentence, which is shown alone by default. */
  message?: string;
  retry?: () => void;
}

/** An error, shown where it arose until it is solved. With `retry`, it has a button to try again. */
export function ErrorNotice({ error, message, retry }: Props) {
  const errorMessage = errorMessageOf(error);
  return (
    <Notice
      kind="error"
      announced
      action={
        retry && (
          <Button color="inherit" onClick={retry}>
            Noch einmal versuchen
          </Button>
        )
      }
    >
      {message ?? errorMessage}
      {message && message !== errorMessage && <div>{errorMessage}</div>}
    </Notice>
  );
}
