import { useEffect, type ComponentProps, type MouseEvent } from 'react';
import { isShown, navigate, useLocation } from './navigation.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of the product. */
  to: string;
}

/** A link within the product. Clicks that ask for a new tab or window, or for a download, are the browser's. */
export function Link({ to, onClick, children, ...rest }: Props) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    void navigate(to, { replace: isShown(to) });
  };
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  );
}

/** A link of a menu: marked, for the eye (`active`) and for screen readers, where its page is the one on the screen. */
export function MenuLink({ className = '', ...rest }: Props) {
  const { pathname } = useLocation();
  const active = pathname.toLowerCase() === rest.to.toLowerCase();
  return active ? (
    <Link {...rest} className={`${className} active`} aria-current="page" />
  ) : (
    <Link {...rest} className={className} />
  );
}

/** Goes on to another address as soon as it is drawn, which leaves no entry in the history. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => void navigate(to, { replace: true }), [to]);
  return null;
}
