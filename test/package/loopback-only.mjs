// Loaded before a program. Ends it with exit code 70 when it connects to another machine.
import { Socket } from 'node:net';

const { connect } = Socket.prototype;

Object.defineProperty(Socket.prototype, 'connect', {
  /**
   * @this {Socket}
   * @param {any[]} args - a port and a host, or options, or a list of these
   */
  value(...args) {
    const [first, second] = Array.isArray(args[0]) ? args[0] : args;
    const host = typeof first === 'object' ? first?.host : second;
    if (!isLocal(host)) {
      process.stderr.write(`network used: ${host}\n`);
      process.exit(70);
    }
    return Reflect.apply(connect, this, args);
  },
});

/** @param {unknown} host - undefined: this machine */
function isLocal(host) {
  return typeof host !== 'string' || /^(?:localhost|127(?:\.\d+){3}|::1|.+\.localhost)$/.test(host);
}
