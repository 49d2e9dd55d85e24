import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { scopes, type Scope } from '../../features/tokens/rules.ts';
import { useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { howToCopy } from '../../web/ui/fields/howToCopy.ts';
import { Section } from '../../web/ui/layout/Section.tsx';
import { codeBlock } from './codeBlock.ts';
import { exampleCommand } from './exampleCall.ts';
import { scopeTexts } from './scopes.ts';

/** 'So geht es': where the calls are, an example for each scope to copy, and where all calls are described. */
export function HowToSection() {
  const [scope, setScope] = useState<Scope>('appointments');
  const { date: today } = useNow();
  const { origin } = location;
  const command = exampleCommand(scope, { origin, today });
  const text = useRef<HTMLPreElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      toast.success('Der Aufruf ist kopiert.', 'copy');
    } catch {
      // Browsers refuse to copy without a secure connection.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      toast.info(`Der Aufruf ist markiert. ${howToCopy('ihn')}`, 'copy');
    }
  };
  return (
    <Section id="anleitung" title="So geht es">
      <Typography>Alle Aufrufe beginnen mit dieser Adresse:</Typography>
      <Box component="code" sx={{ ...codeBlock, display: 'block' }}>
        {origin}/api/service/
      </Box>
      <TextField
        select
        fullWidth
        label="Beispiel für"
        value={scope}
        onChange={({ target }) => setScope(target.value as Scope)}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ mt: 4 }}
      >
        {scopes.map((key) => (
          <option key={key} value={key}>
            {scopeTexts[key].name}
          </option>
        ))}
      </TextField>
      <Box component="pre" ref={text} tabIndex={0} aria-label="Aufruf" sx={{ ...codeBlock, mt: 3 }}>
        {command}
      </Box>
      <Button variant="outlined" onClick={() => void copy()}>
        Aufruf kopieren
      </Button>
      <Typography sx={{ mt: 3, overflowWrap: 'anywhere' }}>
        Statt <code>cpt_DEIN_SCHLUESSEL</code> setzt du deinen Zugangsschlüssel ein.
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 4, pl: 5, '& li + li': { mt: 2 }, overflowWrap: 'anywhere' }}>
        <li>
          <Link href="/api/docs/" target="_blank" rel="noopener">
            Alle Aufrufe zum Nachlesen
          </Link>
        </li>
        <li>
          <Link href="/api/openapi.json" target="_blank" rel="noopener">
            Beschreibung für Programme (OpenAPI)
          </Link>
        </li>
        <li>
          Mehr Beispiele und ein fertiger Empfänger für Webhooks: <code>docs/integration.md</code> im Quelltext des
          Portals
        </li>
      </Box>
    </Section>
  );
}
