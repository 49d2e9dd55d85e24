import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

interface Props extends Pick<LinkProps, 'id' | 'to' | 'onClick' | 'preventScrollReset' | 'replace' | 'aria-label'> {
  children: ReactNode;
  /** Whether the link has the colour of the surrounding text. */
  inheritsColour?: boolean;
}

/** A link, within a text, to another page. MUI's link weighs 3 kB and would delay the first list. */
export function TextLink({ inheritsColour = false, ...rest }: Props) {
  return <Box component={Link} {...rest} sx={{ ...style, color: inheritsColour ? 'inherit' : 'primary.main' }} />;
}

const style = { py: 0.5, fontWeight: 600, textUnderlineOffset: '0.2em' } as const;
