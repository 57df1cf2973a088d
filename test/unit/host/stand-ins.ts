// Replacements for modules that draw: `vi.mock(path, () => import('./stand-ins.ts'))`.

/** Replaces `ui/mount.tsx`. */
export const mountModal = () => ({ show() {}, focus() {}, close() {} });

/** Replaces `surfaces/frame.ts`. */
export const createFrameSurface = (address: URL, id: string) => ({
  id,
  address,
  root: { host: { isConnected: true } },
  attach() {},
  listen() {},
  restart() {},
  close() {},
});
