/**
 * The result of `window.open`, so that a screen about a popup needs neither a click nor a popup.
 * `opened`: an invisible frame without scripts stands in for the window.
 */
export type Windows = 'real' | 'blocked' | 'opened';

/**
 * Changes `open` of this window.
 *
 * @param windows - what it does from now on
 * @returns puts it back, and takes away what stood in for a window
 */
export function setWindows(windows: Windows): () => void {
  if (windows === 'real') return () => undefined;
  const original = window.open;
  const frames: HTMLIFrameElement[] = [];
  const openFrame = (_address?: string | URL, name = '') => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    // No script runs in it, but its first, empty document is this page's own, and can be given an opener.
    frame.setAttribute('sandbox', 'allow-same-origin');
    frame.name = name;
    document.documentElement.append(frame);
    frames.push(frame);
    const opened = frame.contentWindow;
    if (opened) Reflect.set(opened, 'opener', window);
    return opened;
  };
  window.open = windows === 'opened' ? openFrame : () => null;
  return () => {
    window.open = original;
    for (const frame of frames) frame.remove();
  };
}
