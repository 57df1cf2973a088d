import type { ExportFormat } from '../../../shapes/unions.ts';
import { api, formatExportAddress } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { RowList } from '../../parts/row-list.tsx';
import { type SearchFields, SearchForm } from '../../parts/search-form.tsx';
import { useList } from '../../use-data.ts';
import { toConsentRow } from './consent-row.tsx';

const everything = { search: '', firstDay: '', lastDay: '' };

const fields: SearchFields = [
  { name: 'search', label: 'Account, provider, person or consent ID' },
  { name: 'firstDay', label: 'From', isDay: true },
  { name: 'lastDay', label: 'To', isDay: true },
];

/** The files have every consent that matches the search, including those that the list has not loaded yet. */
const exportLabels: readonly (readonly [ExportFormat, string])[] = [
  ['csv', 'Export as CSV'],
  ['jsonl', 'Export as JSON lines'],
];

export function ConsentPage() {
  const { clientId } = useApplication();
  const list = useList({
    request: (choice: typeof everything, after) => api.consents(clientId, choice, after),
    everything,
    noun: ['consent', 'consents'],
  });
  const { rows, choice } = list;
  return (
    <section class="view" aria-labelledby="consents-title">
      <h2 class="visually-hidden" id="consents-title" tabIndex={-1}>
        What people have allowed
      </h2>
      <p class="muted">
        A record for each Allow, as it was shown, the newest first. Nothing can change a record.{' '}
        <a href="/docs/consent">About consent</a>
      </p>
      <SearchForm list={list} fields={fields} />
      {rows !== null && rows.length > 0 && (
        <p class="row">
          {exportLabels.map(([format, label]) => (
            <a
              key={format}
              class="button button--small"
              href={formatExportAddress(clientId, choice, format)}
              download
            >
              {label}
            </a>
          ))}
        </p>
      )}
      <RowList
        list={list}
        caption="What people have allowed"
        timeColumn="Given"
        toRow={(consent) => toConsentRow(consent, choice.search === consent.consent_id)}
        empty={
          Object.values(choice).every((value) => value === '')
            ? 'None yet. A consent is recorded when a person presses Allow.'
            : 'No consent matches. IDs and names must be complete.'
        }
      />
    </section>
  );
}
