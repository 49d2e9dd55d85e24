import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

interface Props extends Pick<LinkProps, 'to' | 'onClick' | 'preventScrollReset'> {
  children: ReactNode;
  /** In the colour of the text around it. */
  inherit?: boolean;
}

/** A link to another page within a text; the library's own weighs 3 kB, for which the first list would wait. */
export function TextLink({ inherit = false, ...rest }: Props) {
  return <Box component={Link} {...rest} sx={{ ...style, color: inherit ? 'inherit' : 'primary.main' }} />;
}

const style = { py: 0.5, fontWeight: 600, textUnderlineOffset: '0.2em' } as const;
