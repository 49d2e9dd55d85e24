import Box from '@mui/material/Box';
import type { SystemStyleObject } from '@mui/system';
import type { CSSProperties, ReactNode } from 'react';

interface Props {
  /** The name of the document, for screen readers. */
  name: string;
  isComplete: boolean;
  sx?: SystemStyleObject;
  style?: CSSProperties;
  children: ReactNode;
}

/** The box in which a document is shown. It can have the focus, so that the keyboard scrolls it. */
export function DocumentBox({ name, isComplete, sx, style, children }: Props) {
  return (
    <Box
      role="document"
      aria-label={`Inhalt von ${name}`}
      aria-busy={!isComplete}
      tabIndex={0}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', py: 3, ...sx }}
      style={style}
    >
      {children}
    </Box>
  );
}
