/**
 * @param id - of an element that the page is known to have
 * @returns the element
 * @throws Error when it is missing
 */
export function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

/**
 * @param name - of a meta element that the backend has filled in
 * @returns its content
 * @throws Error when it is missing
 */
export function readMeta(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  if (!content) throw new Error(`The page has no meta element ${name}.`);
  return content;
}

/** @param message - shown, and read out by screen readers */
export function showStatus(message: string): void {
  find('status').textContent = message;
}

const messages = new Map([
  ['closed', 'Nothing was connected. You can connect whenever you like.'],
  ['denied', 'You did not allow access. Nothing was connected.'],
  ['access_denied', 'You did not allow access. Nothing was connected.'],
  ['no_live_flow', 'That took too long. Please connect again.'],
  ['invalid_grant', 'That took too long. Please connect again.'],
  ['offline', 'You are offline. Please try again when you are back.'],
  ['popup_blocked', 'Your browser blocked the sign-in window. Please allow it and try again.'],
  ['submission_limit_reached', 'This test application has used up its test sign-ins.'],
]);

/** Such as "Harbor Tax" for `harbor-tax`: an ID is for machines. */
function nameProvider(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** @param code - an exit reason, or the code of a `ConnectError` or `CallbackError` */
export function showProblem(code: string): void {
  const fallback = `We could not connect your tax account (${code}). Please try again.`;
  showStatus(messages.get(code) ?? fallback);
}

/** The backend's answer to a page; never a token. */
interface ConnectionAnswer {
  readonly connected: boolean;
  readonly provider_id?: string;
  readonly account_id?: string;
}

/** Asks the backend, which alone knows, and shows the answer. */
export async function showConnection(): Promise<void> {
  const response = await fetch('/api/connection');
  const connection: ConnectionAnswer = await response.json();
  find('provider-name').textContent = nameProvider(connection.provider_id ?? '');
  find('provider').textContent = connection.provider_id ?? '';
  find('account').textContent = connection.account_id ?? '';
  find('connected').hidden = !connection.connected;
  find('disconnected').hidden = connection.connected;
  const title = find('connection-title');
  title.textContent = connection.connected ? 'Your tax account is connected' : 'Your tax account';
  title.classList.toggle('done', connection.connected);
}

/**
 * The button that was pressed disappears, or its page was left. The focus moves to the heading, which
 * screen readers then read.
 */
export async function showNewConnection(): Promise<void> {
  await showConnection();
  find('connection-title').focus();
}
