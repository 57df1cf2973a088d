// The part that both scripted Connect pages share.
import { readClock } from './shared.js';

/** The only provider of these pages, so the host selects it without a click. */
export const provider = {
  id: 'only',
  name: 'Only',
  domain: 'only.example',
  aliases: [],
  popular: true,
  logo: null,
  status: 'available',
  reason: null,
  surface: 'any',
};

/** @type {{ name: string, environment: 'test' }} */
export const application = { name: 'Bench', environment: 'test' };

/** The pause before the page sends the code. In it, a person would read what they allow. */
const silenceMs = 150;

/** @param {(code: string) => void} send - sends a code that says when it was sent */
export function sendCodeLater(send) {
  setTimeout(() => send(`${readClock()}`), silenceMs);
}
