/** Modes of `window.open`: `blocked` returns null, and `opened` creates a frame, because popups need a click. */
export type Windows = 'real' | 'blocked' | 'opened';

/** Replaces this window's `open`. Returns a function that restores it, and removes the frames that replaced popups. */
export function setWindows(windows: Windows): () => void {
  if (windows === 'real') return () => undefined;
  const original = window.open;
  const frames: HTMLIFrameElement[] = [];
  const openFrame = (_address?: string | URL, name = '') => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    // The sandbox lets no script run. With `allow-same-origin`, this page can still set the frame's `opener`.
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
