import Box from '@mui/material/Box';
import { getExampleValues } from '../../features/provider/contract.ts';
import { exampleValues } from '../../features/provider/rules.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';

/** Names the settings that still have an example value (reference 10.10). Renders nothing if there are none. */
export function ExampleValues() {
  const found = useApiQuery(getExampleValues, {}).data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Box sx={{ mb: 4 }}>
      <Notice kind="warning" title="Noch wie im Beispiel">
        {found.map((name) => exampleValues[name]).join(', ')}. Das stellt ein, wer das Portal betreibt.
      </Notice>
    </Box>
  );
}
