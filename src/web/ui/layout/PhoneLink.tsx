import Link from '@mui/material/Link';

/** The `tel:` address of a phone number: only its digits and a plus. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** A link that calls a phone number; renders nothing without one. */
export function PhoneLink({ phone }: { phone: string | null }) {
  return phone && <Link href={phoneAddress(phone)}>{phone}</Link>;
}
