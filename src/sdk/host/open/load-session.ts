/**
 * Fetches the part that draws and drives the modal. The request starts in the task of `open()`, so that the part
 * arrives while the frame is still loading.
 *
 * A dropped connection rejects the import, which is then tried once more. When a policy of the host forbids the
 * script, the `import()` of a bundler throws. Then nothing is repeated, because a second call would never settle in
 * webpack.
 */
export async function loadSession(): Promise<typeof import('../session/session.ts')> {
  const load = () => import('../session/session.ts');
  return load().catch(load);
}
