// Child processes that start and stop together.
import { spawn } from 'node:child_process';
import { nodeFlags } from './node-flags.mjs';

const startTimeoutMs = 30_000;
const stopTimeoutMs = 8000;
const pollMs = 100;

/**
 * A group of child processes. They are stopped when this process is told to stop. When one of them ends on its own,
 * the others are stopped and this process fails.
 *
 * @param {string} root - their working folder
 */
export function createChildren(root) {
  /** @type {Map<import('node:child_process').ChildProcess, string>} */
  const running = new Map();
  let isStopping = false;

  function start(name, file, env) {
    const args = [...nodeFlags, file];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    running.set(child, name);
    child.once('error', (error) => handleEnd(child, error.message));
    child.once('exit', (code, signal) =>
      handleEnd(child, `ended (${signal ?? `exit code ${code}`})`),
    );
  }

  function handleEnd(child, how) {
    const name = running.get(child);
    if (name === undefined) return;
    running.delete(child);
    if (isStopping) return;
    process.stderr.write(`${name} ${how}\n`);
    process.exitCode = 1;
    stop();
  }

  // Always SIGTERM: Ctrl+C reaches the children directly, and a second SIGINT would interrupt their clean-up.
  function stop() {
    isStopping = true;
    clearInterval(watch);
    for (const child of running.keys()) child.kill('SIGTERM');
    setTimeout(() => {
      for (const child of running.keys()) child.kill('SIGKILL');
    }, stopTimeoutMs).unref();
  }

  // When npm is ended, it ends the shell between npm and this process, which is not told but gets another parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, pollMs).unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

  return { start, stop, waitForAnswer: (url) => waitForAnswer(url, () => isStopping) };
}

/**
 * @param {string} url - answers 2xx when its server can serve
 * @param {() => boolean} isGivenUp - whether waiting has become pointless
 * @returns {Promise<void>} rejects when the server does not answer in time
 */
async function waitForAnswer(url, isGivenUp) {
  const deadline = Date.now() + startTimeoutMs;
  while (!isGivenUp()) {
    if (await isAnswering(url)) return;
    if (Date.now() > deadline) throw new Error(`${url} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error('Stopped before everything had started.');
}

async function isAnswering(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    // The server is not listening yet.
    return false;
  }
}
