// What a session needs around it where nothing is drawn: `vi.mock(path, () => import('./stand-ins.ts'))`.

/** In the place of `ui/mount.tsx`. */
export const mountModal = () => ({ focus() {}, close() {} });

/** In the place of `surfaces/frame.ts`. */
export const createFrameSurface = (address: URL) => ({
  address,
  root: { host: { isConnected: true } },
  listen() {},
  restart() {},
  close() {},
});
