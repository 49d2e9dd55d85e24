import { Fragment } from 'react';

/** An e-mail address. If it does not fit on a line, it breaks before its @ or a dot, not within a word. */
export function AddressText({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
