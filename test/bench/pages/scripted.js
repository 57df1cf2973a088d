// What both scripted Connect pages do, whatever they speak through.
import { readClock } from './shared.js';

/** The one provider of these pages: the host selects it by itself. */
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

/** How long the page is silent first: a person has just read what they allow. */
const silenceMs = 150;

/** @param {(code: string) => void} send - sends a code that says when it was sent */
export function sendCodeLater(send) {
  setTimeout(() => send(`${readClock()}`), silenceMs);
}
