import { Component, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { firstShown, followNavigation, PlaceContext, useLocation, type Place, type Shown } from './navigation.ts';

interface Props {
  /** Draws what stands around every page. */
  around: (page: ReactNode) => ReactNode;
  /** Shown while the first page's code is on its way. */
  waiting: ReactNode;
  /** Shown instead of a page that broke; `broken` instead of everything, where that did. */
  brokenPage: ReactNode;
  broken: ReactNode;
}

/** The page of the address, in its surroundings, scrolled to where it belongs. */
export function Router({ around, waiting, brokenPage, broken }: Props) {
  const [shown, setShown] = useState(firstShown);
  useEffect(() => followNavigation(setShown), []);
  const { place, content } = shown;
  const page = content === undefined ? waiting : <Boundary fallback={brokenPage}>{content}</Boundary>;
  return (
    <PlaceContext value={place}>
      <Boundary fallback={broken}>{around(page)}</Boundary>
      <Scroll shown={shown} />
    </PlaceContext>
  );
}

/** Drawn last, so that it scrolls what is already there. */
function Scroll({ shown }: { shown: Shown }) {
  useLayoutEffect(() => {
    const { place, scroll } = shown;
    if (typeof scroll === 'number') {
      window.scrollTo(0, scroll);
      return;
    }
    const target = place.hash && document.getElementById(decodeURIComponent(place.hash.slice(1)));
    if (target) target.scrollIntoView();
    else if (scroll === 'top') window.scrollTo(0, 0);
  }, [shown]);
  return null;
}

interface BoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows the fallback when something within breaks; another address tries anew. */
function Boundary(props: BoundaryProps) {
  return <Catch {...props} place={useLocation()} />;
}

type CatchProps = BoundaryProps & { place: Place };

class Catch extends Component<CatchProps, { failed: boolean; place: Place }> {
  override state = { failed: false, place: this.props.place };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: CatchProps, before: { place: Place }) {
    return place === before.place ? null : { failed: false, place };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
