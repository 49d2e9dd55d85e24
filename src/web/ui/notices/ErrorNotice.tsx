import Button from '@mui/material/Button';
import { sentenceOf } from '../../calls/api.ts';
import { Notice } from './Notice.tsx';

interface Props {
  /** What a call threw. */
  error: unknown;
  /** The sentence for this place; by default the error's own. */
  message?: string;
  retry?: () => void;
}

/** An error shown where it arose, with what to do next; stays until it is solved. */
export function ErrorNotice({ error, message, retry }: Props) {
  const own = sentenceOf(error);
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
      {message ?? own}
      {message && message !== own && <div>{own}</div>}
    </Notice>
  );
}
