/**
 * What `window.open` does. `opened`: an invisible frame without scripts replaces the popup, so that a screen about a
 * popup needs neither a click nor a popup.
 */
export type Windows = 'real' | 'blocked' | 'opened';

/**
 * Replaces `open` of this window.
 *
 * @returns restores `open`, and removes the frame
 */
export function setWindows(windows: Windows): () => void {
  if (windows === 'real') return () => undefined;
  const original = window.open;
  const frames: HTMLIFrameElement[] = [];
  const openFrame = (_address?: string | URL, name = '') => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    // No script runs in the frame, but its first, empty document belongs to this page and can be given an opener.
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
