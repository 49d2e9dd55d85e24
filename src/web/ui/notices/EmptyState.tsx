import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Illustration, type IllustrationName } from '../layout/Illustration.tsx';

interface Props {
  picture: IllustrationName;
  title: string;
  /** What to do next, in a sentence. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Takes the place of an empty list: an illustration, a sentence, and what to do next. */
export function EmptyState({ picture, title, children, action }: Props) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 3, py: { xs: 6, sm: 10 } }}>
      <Illustration name={picture} />
      <Typography variant="h2" component="p" sx={{ maxWidth: '30ch', textWrap: 'balance' }}>
        {title}
      </Typography>
      {children && (
        <Typography component="div" sx={{ color: 'text.secondary', maxWidth: '52ch' }}>
          {children}
        </Typography>
      )}
      {action && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'center', mt: 2 }}>{action}</Box>
      )}
    </Box>
  );
}
