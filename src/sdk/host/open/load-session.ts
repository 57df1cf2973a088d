let loaded: Promise<typeof import('../session/session.ts')> | undefined;

/**
 * Fetches the chunk that draws and drives the modal. Calls get it in their order, although imports of one module
 * settle in any order (measured in Chromium 156).
 *
 * A rejected import is tried once more. But if the host's content security policy makes a bundler's `import()` throw,
 * it is not repeated, because the second call would never settle in webpack. If the download hangs, the promise rejects
 * after as long as a session waits for its page: until then, the user has no button.
 */
export function loadSession(): Promise<typeof import('../session/session.ts')> {
  const load = () => import('../session/session.ts');
  return new Promise((resolve, reject) => {
    AbortSignal.timeout(15_000).onabort = reject;
    loaded = (loaded ?? load()).catch(load);
    loaded.then(resolve, reject);
  });
}
