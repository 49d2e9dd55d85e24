import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import LandingPage from '../landing/LandingPage.tsx';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { PlainButton } from '../../web/ui/buttons/PlainButton.tsx';

/**
 * The start page with the support chat (reference 1.15). Nothing is loaded from the chat provider until the visitor
 * starts the chat.
 */
export default function GenesysPage() {
  return (
    <>
      <SupportChat />
      <LandingPage />
    </>
  );
}

function SupportChat() {
  const config = useProviderConfig();
  const [isChatStarted, setIsChatStarted] = useState(false);
  if (!config) return null;
  const { chatScript, coachingEmail } = config;
  return (
    <Box component="section" aria-labelledby="support-chat" sx={panel}>
      <Typography id="support-chat" variant="h2">
        Support-Chat
      </Typography>
      {!chatScript ? (
        <Typography sx={{ mt: 2 }}>
          Der Chat ist hier nicht eingerichtet. Schreib uns einfach eine E-Mail an <EmailLink address={coachingEmail} />
          .
        </Typography>
      ) : isChatStarted ? (
        <Box component="iframe" src="/chat-frame" title="Support-Chat" sandbox={sandboxFlags} sx={frame} />
      ) : (
        <>
          <Typography sx={{ mt: 2, mb: 4, maxWidth: '62ch' }}>
            Wenn du den Chat startest, wird er von <strong>{new URL(chatScript).host}</strong> geladen. Dieser Anbieter
            erfährt dabei deine IP-Adresse. Deine Anmeldung und deine Daten hier im Portal kann er nicht lesen.
          </Typography>
          <PlainButton outlined onClick={() => setIsChatStarted(true)}>
            Chat starten
          </PlainButton>
        </>
      )}
    </Box>
  );
}

/**
 * Without `allow-same-origin`, the chat provider's script runs in a separate origin and cannot access the portal's
 * storage.
 */
const sandboxFlags = 'allow-scripts allow-forms allow-popups';

const panel = {
  mb: 8,
  p: { xs: 5, sm: 8 },
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '16px',
  bgcolor: 'background.paper',
} as const;

const frame = { mt: 4, display: 'block', width: '100%', height: '520px', border: 0, borderRadius: '12px' } as const;
