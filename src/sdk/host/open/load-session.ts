let loaded: Promise<typeof import('../session/session.ts')> | undefined;

/**
 * Fetches the chunk that draws and drives the modal. The request starts in the task of `open()`, so that the chunk
 * arrives while the frame is still loading.
 *
 * If the connection drops, the import rejects and is tried once more. If the host's content security policy forbids
 * the script, a bundler's `import()` throws. It is then not repeated, because the second call would never settle in
 * webpack.
 *
 * Calls get the code in their order. Imports of one module settle in any order (measured in Chromium 156).
 */
export async function loadSession(): Promise<typeof import('../session/session.ts')> {
  const load = () => import('../session/session.ts');
  loaded = (loaded ?? load()).catch(load);
  return loaded;
}
