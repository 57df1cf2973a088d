/**
 * Fetches the part that draws and drives the modal. Asked for in the task of `open()`, so that it
 * arrives while the frame is still loading.
 *
 * A dropped connection rejects, and is tried once more. A bundler's `import()` throws where a policy
 * of the host forbids the script: a second call would never settle in webpack.
 *
 * @returns the module
 */
export async function loadSession(): Promise<typeof import('./session.ts')> {
  const load = () => import('./session.ts');
  return load().catch(load);
}
