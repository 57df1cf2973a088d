import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** On a phone, a navigation is a row that scrolls sideways. It must show the link of the current page. */
export function useCurrentInView(current: string | undefined): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 48;
  }, [current]);
  return nav;
}
