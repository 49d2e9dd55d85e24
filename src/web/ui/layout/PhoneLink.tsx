import Link from '@mui/material/Link';

/** The address that calls a phone number: only its digits and a plus. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** A link to call somebody; nothing without a number. */
export function PhoneLink({ phone }: { phone: string | null }) {
  return phone && <Link href={phoneAddress(phone)}>{phone}</Link>;
}
