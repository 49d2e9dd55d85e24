import Link, { type LinkProps } from '@mui/material/Link';
import { AddressText } from './AddressText.tsx';

interface Props {
  address: string;
  color?: NonNullable<LinkProps['color']>;
}

/** A link that starts an e-mail. */
export function EmailLink({ address, color = 'primary' }: Props) {
  return (
    <Link href={`mailto:${address}`} color={color} sx={{ hyphens: 'manual' }}>
      <AddressText address={address} />
    </Link>
  );
}
