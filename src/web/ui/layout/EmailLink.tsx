import Link, { type LinkProps } from '@mui/material/Link';
import { Fragment } from 'react';

interface Props {
  address: string;
  color?: NonNullable<LinkProps['color']>;
}

/**
 * A link that starts an e-mail. An address that does not fit on a line breaks before its @ or a dot, not within a word.
 */
export function EmailLink({ address, color = 'primary' }: Props) {
  return (
    <Link href={`mailto:${address}`} color={color} sx={{ hyphens: 'manual' }}>
      {address.split(/(?=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Link>
  );
}
