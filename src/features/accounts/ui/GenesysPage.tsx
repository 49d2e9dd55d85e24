import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import LandingPage from '../../accounts/ui/LandingPage.tsx';
import { usePortal } from '../../web/query.ts';
import { PlainButton } from '../../web/ui/PlainButton.tsx';

/** The landing page with the support chat (spec §2). Nothing foreign is loaded before somebody asks for it. */
export default function GenesysPage() {
  return (
    <>
      <SupportChat />
      <LandingPage />
    </>
  );
}

function SupportChat() {
  const portal = usePortal();
  const [open, setOpen] = useState(false);
  if (!portal) return null;
  const { chatScript, coachingEmail } = portal;
  return (
    <Box component="section" aria-labelledby="support-chat" sx={panel}>
      <Typography id="support-chat" variant="h2">
        Support-Chat
      </Typography>
      {!chatScript ? (
        <Typography sx={{ mt: 2 }}>
          Der Chat ist hier nicht eingerichtet. Schreib uns einfach eine E-Mail an{' '}
          <Link href={`mailto:${coachingEmail}`}>{coachingEmail}</Link>.
        </Typography>
      ) : open ? (
        <Box component="iframe" src="/chat-frame" title="Support-Chat" sandbox={allowed} sx={frame} />
      ) : (
        <>
          <Typography sx={{ mt: 2, mb: 4, maxWidth: '62ch' }}>
            Wenn du den Chat startest, wird er von <strong>{new URL(chatScript).host}</strong> geladen. Dieser Anbieter
            erfährt dabei deine IP-Adresse. Deine Anmeldung und deine Daten hier im Portal kann er nicht lesen.
          </Typography>
          <PlainButton outlined onClick={() => setOpen(true)}>
            Chat starten
          </PlainButton>
        </>
      )}
    </Box>
  );
}

/** No `allow-same-origin`: the foreign script gets an origin of its own and never sees the portal's storage. */
const allowed = 'allow-scripts allow-forms allow-popups';

const panel = {
  mb: 8,
  p: { xs: 5, sm: 8 },
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '16px',
  bgcolor: 'background.paper',
} as const;

const frame = { mt: 4, display: 'block', width: '100%', height: '520px', border: 0, borderRadius: '12px' } as const;
