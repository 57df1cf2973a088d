/**
 * Fetches the part that draws and drives the modal. Asked for in the task of `open()`, so that it
 * arrives while the frame is still loading; a first failure is tried once more.
 *
 * @returns the module
 */
export function loadSession(): Promise<typeof import('./session.ts')> {
  // Async, because a bundler's `import()` throws where a policy of the host forbids the script.
  const load = async () => import('./session.ts');
  // A dropped connection is the usual reason; the caller reports the second failure.
  return load().catch(load);
}
