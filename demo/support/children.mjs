// Child processes that start and stop together.
import { spawn } from 'node:child_process';
import { nodeFlags } from './node-flags.mjs';

const startTimeoutMs = 30_000;
const stopTimeoutMs = 8000;
const pollMs = 100;

/**
 * Creates a group of child processes. All are stopped when this process gets a signal to stop. When a child ends
 * without being stopped, the others are stopped, and this process fails.
 *
 * @param {string} root - the working folder of the child processes
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

  // Always sends SIGTERM. After Ctrl+C, the terminal has already sent SIGINT to the child processes. A second SIGINT
  // would interrupt them while they shut down.
  function stop() {
    isStopping = true;
    clearInterval(watch);
    for (const child of running.keys()) child.kill('SIGTERM');
    setTimeout(() => {
      for (const child of running.keys()) child.kill('SIGKILL');
    }, stopTimeoutMs).unref();
  }

  // A signal to npm ends npm and the shell in which this process runs, but does not reach this process. Its parent then
  // changes, so this watches the parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, pollMs).unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

  return { start, stop, waitForAnswer: (url) => waitForAnswer(url, () => isStopping) };
}

/**
 * Waits until a server is ready.
 *
 * @param {string} url - a URL of the server that responds with a 2xx status when the server is ready
 * @param {() => boolean} isGivenUp - returns whether to stop waiting, for example because the server has ended
 * @returns {Promise<void>} rejects when the server is not ready in time
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
