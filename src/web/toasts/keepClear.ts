/**
 * Keeps a message at the bottom of a narrow screen clear of what is used there: sets its height for the space at the end
 * of the page and below focused elements (`--undo-message`), and the height of a phone's keyboard (`--keyboard`). If the
 * message covers the focused element, scrolls that out from under it. Returns a function that ends this.
 */
export function keepClearBelow(message: HTMLElement) {
  const { style } = document.documentElement;
  const { visualViewport } = window;
  const setHeight = () => {
    style.setProperty('--undo-message', `${message.offsetHeight}px`);
    const { activeElement } = document;
    if (activeElement?.closest('main') && overlap(activeElement, message))
      activeElement.scrollIntoView({ block: 'nearest' });
  };
  const setKeyboard = () => {
    // A page that is enlarged by two fingers has a smaller visible part as well.
    const isEnlarged = !visualViewport || visualViewport.scale > 1.01;
    const hidden = isEnlarged ? 0 : innerHeight - visualViewport.height - visualViewport.offsetTop;
    style.setProperty('--keyboard', `${Math.max(0, Math.round(hidden))}px`);
  };
  const observer = new ResizeObserver(setHeight);
  observer.observe(message);
  setKeyboard();
  visualViewport?.addEventListener('resize', setKeyboard);
  visualViewport?.addEventListener('scroll', setKeyboard);
  return () => {
    observer.disconnect();
    visualViewport?.removeEventListener('resize', setKeyboard);
    visualViewport?.removeEventListener('scroll', setKeyboard);
    style.removeProperty('--keyboard');
  };
}

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.top < b.bottom && a.bottom > b.top && a.left < b.right && a.right > b.left;
}
