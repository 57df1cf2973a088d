import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api, type ConsentQuery, formatExportAddress } from '../../api.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { type Days, toTimes } from '../../parts/days.ts';
import { RowList } from '../../parts/row-list.tsx';
import { dayFields, SearchForm } from '../../parts/search-form.tsx';
import { useList } from '../../use-data.ts';
import { consentColumns, toConsentRow } from './consent-row.tsx';

type ConsentChoice = Days & {
  /** A consent ID, an account ID or name, a provider or a user name; '' for all consents. */
  readonly search: string;
};

const fields = [
  {
    name: 'search',
    label: 'Account, provider or person',
    hint: 'A whole account ID or consent ID, a provider, or a whole user name or account name.',
  },
  ...dayFields,
];

const toQuery = ({ search, ...days }: ConsentChoice): ConsentQuery => ({
  search,
  ...toTimes(days),
});

/** Lists the records of the consents that people gave, with a search and links that export them. */
export function ConsentPage({ application }: { readonly application: Application }) {
  const { client_id: clientId } = application;
  const current = useDashboard().route.value;
  // If the fragment of the URL is a consent's ID, the page first shows only this consent.
  const named = current.view === 'application' ? (current.section ?? '') : '';
  const first = { search: named, firstDay: '', lastDay: '' };
  const list = useList({
    request: (choice: typeof first, after) => api.consents(clientId, toQuery(choice), after),
    first,
    noun: ['consent', 'consents'],
  });
  const { rows, choice } = list;
  return (
    <section class="view" aria-labelledby="consents-title">
      <h2 class="visually-hidden" id="consents-title" tabIndex={-1}>
        What people have allowed
      </h2>
      <p class="lead">
        A record for each Allow, as it was shown, the newest first. Nothing can change a record.{' '}
        <a href="/docs/consent">About consent</a>
      </p>
      <SearchForm list={list} fields={fields} initial={first} noun="consents" />
      {rows !== null && rows.length > 0 && <ExportLinks clientId={clientId} choice={choice} />}
      <RowList
        list={list}
        id="consents-list"
        caption="What people have allowed"
        columns={consentColumns}
        timeColumn="Given"
        toRow={(consent) => toConsentRow(consent, choice.search === consent.consent_id)}
        more="Show more consents"
        empty={
          Object.values(choice).every((value) => value === '')
            ? 'None yet. A consent is recorded when a person presses Allow.'
            : 'No consent matches this search.'
        }
      />
    </section>
  );
}

interface ExportLinksProps {
  readonly clientId: string;
  readonly choice: ConsentChoice;
}

const exportLabels = [
  ['csv', 'Export as CSV'],
  ['jsonl', 'Export as JSON lines'],
] as const;

/** Links to files with every consent that matches the search, including those that the list has not loaded yet. */
function ExportLinks({ clientId, choice }: ExportLinksProps) {
  return (
    <p class="actions">
      {exportLabels.map(([format, label]) => (
        <a
          key={format}
          class="button button--small"
          href={formatExportAddress(clientId, toQuery(choice), format)}
          download
        >
          {label}
        </a>
      ))}
    </p>
  );
}
