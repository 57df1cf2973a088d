// Shows the person's tax years. The backend reads them, because the page must not get the access token.
import { create, find, nameProvider } from './elements.js';
import { describeNotice } from './notices.js';

/**
 * @typedef {object} TaxRow
 * @property {string} id
 * @property {string} type
 * @property {string} name
 * @property {number} tax_year
 * @property {string} jurisdiction
 * @property {string | null} form
 * @property {string | null} status
 * @property {string | null} filed_at
 * @property {readonly { id: string, name: string, bytes: number }[]} files
 */

/** After this many milliseconds of reading, the page says that it is still reading. */
const longReadMs = 3000;

/** Aborts the current reading. A reading that was aborted no longer changes the page. */
let reading = new AbortController();

/** Stops reading, and forgets the person's records. */
export function clearYears() {
  reading.abort();
  find('years').replaceChildren();
}

/**
 * @typedef {object} Problem
 * @property {string} problem - see `describeNotice`
 * @property {import('./notices.js').Notice['step']} step - the next step of the person
 */

/**
 * @param {string} providerId
 * @param {(problem: Problem | undefined) => unknown} onRead - called after each page: with the problem, or
 *   undefined when its rows are shown
 */
export async function showYears(providerId, onRead) {
  clearYears();
  reading = new AbortController();
  const { signal } = reading;
  const provider = nameProvider(providerId);
  showReading(provider, signal);
  const more = /** @type {HTMLButtonElement} */ (find('more-records'));
  /** @type {TaxRow[]} */
  const rows = [];
  let isReading = false;

  /** @param {string} [cursor] */
  const readPage = async (cursor) => {
    if (isReading) return;
    isReading = true;
    const answer = await askBackend(cursor, signal);
    isReading = false;
    if (signal.aborted) return;
    find('records').ariaBusy = 'false';
    rows.push(...(answer.records ?? []));
    const problem = answer.problem ?? (rows.length === 0 ? 'empty' : undefined);
    if (problem) {
      // Years that were already read stay on the page.
      if (rows.length === 0) find('years').replaceChildren();
      const step = showNotice(problem, provider, answer.retry_after ?? null);
      onRead({ problem, step });
      return;
    }
    showRows(rows, provider);
    const next = answer.next_cursor;
    more.hidden = !next;
    more.onclick = () => readPage(next);
    onRead(undefined);
  };
  await readPage();
}

/**
 * @param {string | undefined} cursor - of an earlier page
 * @param {AbortSignal} signal
 * @returns {Promise<{ records?: TaxRow[], next_cursor?: string, problem?: string, retry_after?: number | null }>}
 */
async function askBackend(cursor, signal) {
  try {
    const query = cursor ? `?${new URLSearchParams({ cursor })}` : '';
    const response = await fetch(`/api/records${query}`, { signal });
    return response.ok ? await response.json() : { problem: 'server_error' };
  } catch {
    return { problem: 'offline' };
  }
}

/**
 * @param {string} provider - the provider's name
 * @param {AbortSignal} signal
 */
function showReading(provider, signal) {
  const section = find('records');
  section.classList.remove('notice');
  section.ariaBusy = 'true';
  find('records-title').textContent = 'Your tax years';
  find('records-status').textContent = '';
  find('records-actions').hidden = true;
  find('more-records').hidden = true;
  // This text is not announced, because most readings end before it would be read.
  const text = create('p.soft', `Reading your tax years at ${provider}…`);
  find('years').append(text, create('div.skeleton'));
  const timer = setTimeout(() => {
    if (section.ariaBusy === 'true') {
      find('records-status').textContent = `${provider} takes longer than usual. Still reading…`;
    }
  }, longReadMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/**
 * @param {string} problem
 * @param {string} provider - the provider's name
 * @param {number | null} retryAfter
 */
function showNotice(problem, provider, retryAfter) {
  const { title, text, button, step } = describeNotice(problem, provider, retryAfter);
  find('records').classList.add('notice');
  find('records-title').textContent = title;
  find('records-status').textContent = text;
  find('records-button').textContent = button;
  const redirect = /** @type {HTMLAnchorElement} */ (find('records-redirect'));
  redirect.hidden = step === 'read';
  const { searchParams } = new URL(redirect.href);
  if (step === 'again') searchParams.set('again', '');
  else searchParams.delete('again');
  redirect.search = `${searchParams}`;
  find('records-actions').hidden = false;
  return step;
}

/**
 * @param {readonly TaxRow[]} rows
 * @param {string} provider - the provider's name
 */
function showRows(rows, provider) {
  const years = [...new Set(rows.map((row) => row.tax_year))].sort((a, b) => b - a);
  find('records').classList.remove('notice');
  find('records-title').textContent = 'Your tax years';
  find('records-actions').hidden = true;
  const count = years.length === 1 ? '1 tax year' : `${years.length} tax years`;
  find('records-status').textContent = `${count} from ${provider}`;
  find('years').replaceChildren(
    ...years.map((year) =>
      createYear(
        year,
        rows.filter((row) => row.tax_year === year),
      ),
    ),
  );
}

/**
 * @param {number} year
 * @param {readonly TaxRow[]} rows
 */
function createYear(year, rows) {
  const heading = create('h3', String(year));
  heading.id = `year-${year}`;
  const head = create('thead', create('tr', ...['Record', 'Status', 'File'].map(createColumn)));
  const table = create('table', head, create('tbody', ...rows.map(createRow)));
  table.setAttribute('aria-labelledby', heading.id);
  return create('div.year', heading, table);
}

/** @param {string} title */
function createColumn(title) {
  const column = create('th', title);
  column.setAttribute('scope', 'col');
  return column;
}

/** @param {TaxRow} row */
function createRow(row) {
  const { status, filed_at: filedAt, files } = row;
  const kind = create('th', create('b', nameKind(row)), create('span.soft', describeForm(row)));
  kind.setAttribute('scope', 'row');
  const state = create('div.state', status === null ? '–' : capitalize(status));
  if (filedAt !== null) state.append(' ', createDate(filedAt));
  const links = files.map((file) => createLink(row, file));
  return create('tr', kind, create('td', state), create('td', ...links));
}

/** @param {string} word */
function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** @type {Readonly<Record<string, string>>} */
const kinds = { return: 'Tax return', transcript: 'Transcript', form: 'Tax form' };

/** @param {TaxRow} row */
function nameKind({ type }) {
  return kinds[type] ?? 'Document';
}

/**
 * Describes the form, such as "Form 1040, federal".
 *
 * @param {TaxRow} row
 */
function describeForm({ form, name, tax_year, jurisdiction }) {
  // The year is in the heading.
  const title = form === null ? name.replace(`, ${tax_year}`, '') : `Form ${form}`;
  return `${title}, ${jurisdiction === 'US' ? 'federal' : jurisdiction.replace('US-', '')}`;
}

/** @param {string} filedAt - a date or a time, ISO 8601 */
function createDate(filedAt) {
  // A time with an offset has the day of the place where it was filed. A time in UTC is shown in the person's zone.
  const isUtc = /T.*Z$/i.test(filedAt);
  const date = new Date(isUtc ? filedAt : filedAt.slice(0, 10));
  const zone = isUtc ? {} : { timeZone: 'UTC' };
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...zone });
  const time = create('time', Number.isNaN(date.getTime()) ? filedAt : format.format(date));
  time.setAttribute('datetime', filedAt);
  return time;
}

/**
 * @param {TaxRow} row
 * @param {TaxRow['files'][number]} file
 */
function createLink({ id, name }, file) {
  const ending = file.name.split('.').at(-1)?.toUpperCase() ?? 'File';
  const link = create('a', ending);
  const path = [id, 'files', file.id].map(encodeURIComponent).join('/');
  link.setAttribute('href', `/api/records/${path}?page=${find('years').dataset.page}`);
  link.setAttribute('aria-label', `${ending} of ${name}`);
  return link;
}
