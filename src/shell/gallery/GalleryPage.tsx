import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { fields } from './fields.tsx';
import { messages } from './messages.tsx';
import { controls } from './controls.tsx';

/** Shows examples of the components of `web/ui` in their states, light and dark side by side. Only for development. */
export default function GalleryPage() {
  return (
    <>
      <PageHeader title="Werkstatt">Alle Bausteine in ihren Zuständen. Nur in der Entwicklung zu sehen.</PageHeader>
      <Box sx={{ display: 'grid', gap: 8 }}>
        {[...controls, ...messages, ...fields].map(({ name, states }) => (
          <section key={name} aria-label={name}>
            <Typography variant="h2" sx={{ mb: 3 }}>
              {name}
            </Typography>
            {Object.entries(states).map(([state, element]) => (
              <Box key={state} sx={{ mb: 4 }}>
                <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
                  {state}
                </Typography>
                <Box sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, gap: 3 }}>
                  {(['light', 'dark'] as const).map((scheme) => (
                    <Box key={scheme} data-color-scheme={scheme} sx={panel}>
                      {element}
                    </Box>
                  ))}
                </Box>
              </Box>
            ))}
          </section>
        ))}
      </Box>
    </>
  );
}

const panel = {
  p: 5,
  minWidth: 0,
  borderRadius: '16px',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  color: 'text.primary',
} as const;
