import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { useScrollToAnchor } from '../../address/useScrollToAnchor.ts';

interface Props {
  title: string;
  /** The anchor for links to this section, which also work while the section is being loaded. */
  id?: string;
  children: ReactNode;
}

/** A section of a page, shown as a card with a heading, such as 'Erinnerungen'. */
export function Section({ title, id, children }: Props) {
  const headingId = useId();
  useScrollToAnchor(id);
  return (
    <Card
      component="section"
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={headingId}
      sx={{ p: { xs: 4, sm: 6 }, mb: 6, maxWidth: 760, scrollMarginTop: 72 }}
    >
      <Typography id={headingId} variant="h2" sx={{ mb: 3 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
