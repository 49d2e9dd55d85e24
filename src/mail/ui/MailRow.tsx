import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { ask, sentenceOf, sessionEnded } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { getMailDelay, getMails, sendMailAgain, type ListedMail } from '../contract.ts';
import type { MailState } from '../rules.ts';
import { stateWords } from './useMails.ts';

const colours: Record<MailState, 'default' | 'warning' | 'success' | 'error'> = {
  waiting: 'default',
  retrying: 'warning',
  sent: 'success',
  failed: 'error',
  overtaken: 'default',
};

/** One mail: when, to whom, of which kind, what became of it; nothing of its contents. */
export function MailRow({ mail }: { mail: ListedMail }) {
  const about = useId();
  return (
    <Box component="li" tabIndex={-1} data-mail sx={row}>
      <Typography component="span" variant="body2" sx={{ ...wholeRow, color: 'text.secondary' }}>
        <time dateTime={mail.createdAt}>{germanMoment(new Date(mail.createdAt))}</time>
      </Typography>
      <Box id={about} sx={{ ...wholeRow, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{mail.label}</Typography>
        <Typography variant="body2">
          {mail.person}
          {mail.email && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' '}
              · {mail.email}
            </Box>
          )}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Chip size="small" variant="outlined" color={colours[mail.state]} label={stateWords[mail.state].label} />
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {detailOf(mail)}
        </Typography>
      </Box>
      <Box className="no-print">{mail.again && <SendAgain mail={mail} describedBy={about} />}</Box>
    </Box>
  );
}

/** When it ended, how often it was tried, and what the mail server said, as far as there is something to say. */
function detailOf({ state, endedAt, triedAt, attempts, fault }: ListedMail): string {
  const moment = endedAt ?? triedAt;
  const failures = attempts > 0 && state !== 'sent' ? count(attempts, 'Versuch', 'Versuche') : '';
  const when = moment ? `${endedAt ? '' : 'zuletzt '}${germanMoment(new Date(moment))}` : '';
  const answer = fault && state !== 'sent' ? `Meldung: ${fault}` : '';
  return [[failures, when].filter(Boolean).join(', '), answer].filter(Boolean).join('. ');
}

function SendAgain({ mail, describedBy }: { mail: ListedMail; describedBy: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async () => {
    setBusy(true);
    setProblem('');
    try {
      await ask(sendMailAgain, { mailId: mail.id });
      toast.success('Die E-Mail wird noch einmal gesendet!');
      await renew(getMails, getMailDelay);
    } catch (error) {
      if (!sessionEnded(error)) setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <BusyButton
        variant="outlined"
        size="small"
        busy={busy}
        busyText="Senden..."
        aria-describedby={describedBy}
        onClick={() => void send()}
      >
        Noch einmal senden
      </BusyButton>
      {problem && (
        <Typography variant="body2" role="alert" sx={{ mt: 1, color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </>
  );
}

/** On a tablet what became of it and what can be done share the last row. */
const wholeRow = { gridColumn: { xs: 'auto', sm: '1 / -1', md: 'auto' } } as const;

const row = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'minmax(0, 3fr) minmax(0, 2fr)',
    md: '208px minmax(0, 3fr) minmax(0, 2fr) 184px',
  },
  columnGap: 4,
  rowGap: 2,
  alignItems: 'start',
  px: { xs: 4, sm: 6 },
  py: 4,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;
