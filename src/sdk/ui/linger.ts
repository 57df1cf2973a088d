import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Screen } from './modal-model.ts';

/** How long the application may finish the connection before a separate screen says so, in milliseconds. */
const lingerMs = 300;

/**
 * Returns the screen to draw. While the application finishes the connection, the Connect page with its busy button
 * stays on the screen at first. If finishing takes longer than `lingerMs`, its separate screen is drawn.
 */
export function useLinger(screen: Screen): Screen {
  const drawn = useRef(screen);
  /** The page whose time is over. */
  const [late, setLate] = useState<Screen>();
  const lingers =
    screen.kind === 'finishing' && drawn.current.kind === 'page' && late !== drawn.current;
  useLayoutEffect(() => {
    if (!lingers) return undefined;
    const timer = setTimeout(() => setLate(drawn.current), lingerMs);
    return () => clearTimeout(timer);
  }, [lingers]);
  if (!lingers) drawn.current = screen;
  return drawn.current;
}
