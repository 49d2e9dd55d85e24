import Box from '@mui/material/Box';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'color'> {
  /** Whether the button has an outline in the primary colour. By default it looks like the text around it. */
  outlined?: boolean;
}

/**
 * The button for the header. MUI's button, which is loaded with the pages, weighs 8 kB and would delay the first paint
 * of every page.
 */
export function PlainButton({ outlined = false, ...rest }: Props) {
  return <Box component="button" type="button" {...rest} sx={outlined ? { ...plain, ...outline } : plain} />;
}

const plain = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 2,
  minWidth: 44,
  minHeight: 44,
  px: 2.5,
  // The border is only visible in forced colours, where it shows the button's shape.
  border: '1px solid transparent',
  borderRadius: '12px',
  bgcolor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontSize: '1rem',
  fontWeight: 600,
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
} as const;

const outline = { px: { xs: 3, sm: 5 }, border: 1, borderColor: 'primary.main', color: 'primary.main' } as const;
