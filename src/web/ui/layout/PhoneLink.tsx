import Link from '@mui/material/Link';

/** Returns the `tel:` URL of a phone number, with only its digits and plus sign. */
export function getPhoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** A link that calls a phone number. Renders nothing if there is no number. */
export function PhoneLink({ phone }: { phone: string | null }) {
  return (
    phone && (
      <Link href={getPhoneUrl(phone)} sx={touchArea}>
        {phone}
      </Link>
    )
  );
}

/** On a touch screen, the link can also be hit a little above and below its text. */
const touchArea = {
  position: 'relative',
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: '-11px 0' } },
} as const;
