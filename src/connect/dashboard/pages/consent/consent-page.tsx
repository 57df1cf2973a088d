import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../../../design/field.tsx';
import type { Consent } from '../../../shapes/consent-answers.ts';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api, formatExportAddress } from '../../api.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { RowList } from '../../parts/row-list.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type List, useList } from '../../use-data.ts';
import { type ConsentChoice, toQuery } from './consent-choice.ts';
import { consentColumns, toConsentRow } from './consent-row.tsx';

const everything: ConsentChoice = { search: '', firstDay: '', lastDay: '' };

const isEverything = ({ search, firstDay, lastDay }: ConsentChoice) =>
  search === '' && firstDay === '' && lastDay === '';

/** The records of consents, with search, pages and export. */
export function ConsentPage({ application }: { readonly application: Application }) {
  const { client_id: clientId } = application;
  const current = useDashboard().route.value;
  // The address of a record contains its ID.
  const named = current.view === 'application' ? (current.section ?? '') : '';
  const list = useList({
    request: (choice: ConsentChoice, after) => api.consents(clientId, toQuery(choice), after),
    first: { ...everything, search: named },
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
      <SearchForm list={list} named={named} />
      {rows !== null && rows.length > 0 && <ExportLinks clientId={clientId} choice={choice} />}
      <RowList
        list={list}
        id="consents-list"
        caption="What people have allowed"
        columns={consentColumns}
        toRow={(consent) => toConsentRow(consent, choice.search === consent.consent_id)}
        more="Show more consents"
        empty={
          isEverything(choice)
            ? 'None yet. A consent is recorded when a person presses Allow.'
            : 'No consent matches this search.'
        }
      />
    </section>
  );
}

interface SearchFormProps {
  readonly list: List<Consent, ConsentChoice>;
  /** The ID of the record in the address, or ''. */
  readonly named: string;
}

function SearchForm({ list, named }: SearchFormProps) {
  const search = useRef<HTMLInputElement>(null);
  const firstDay = useRef<HTMLInputElement>(null);
  const lastDay = useRef<HTMLInputElement>(null);

  const fill = (choice: ConsentChoice) => {
    if (search.current) search.current.value = choice.search;
    if (firstDay.current) firstDay.current.value = choice.firstDay;
    if (lastDay.current) lastDay.current.value = choice.lastDay;
  };
  useEffect(() => fill({ ...everything, search: named }), [named]);

  const show = async (choice: ConsentChoice) => {
    await list.show(choice);
    search.current?.focus();
  };
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    void show({
      search: search.current?.value.trim() ?? '',
      firstDay: firstDay.current?.value ?? '',
      lastDay: lastDay.current?.value ?? '',
    });
  };
  const clear = () => {
    fill(everything);
    void show(everything);
  };
  return (
    <search>
      <form class="form" noValidate onSubmit={handleSubmit}>
        <TextField
          id="search-consents"
          label="Account, provider or person"
          maxLength={200}
          inputRef={search}
          isOptional
          hint="A whole account ID or consent ID, a provider, or a person’s whole user name or account name."
          error={null}
        />
        <div class="days">
          <DayField id="first-day" label="From" inputRef={firstDay} />
          <DayField id="last-day" label="To" inputRef={lastDay} />
        </div>
        <div class="actions">
          <SubmitButton label="Search consents" isBusy={list.isLoading} kind="small" />
          {!isEverything(list.choice) && (
            <button type="button" class="button button--small" onClick={clear}>
              Show all consents
            </button>
          )}
        </div>
      </form>
    </search>
  );
}

interface DayFieldProps {
  readonly id: string;
  readonly label: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

function DayField({ id, label, inputRef }: DayFieldProps) {
  return (
    <Field id={id} label={label} error={null}>
      <div class="field__box">
        <input class="field__input" type="date" id={id} ref={inputRef} />
      </div>
    </Field>
  );
}

interface ExportLinksProps {
  readonly clientId: string;
  readonly choice: ConsentChoice;
}

/** Links to files with all the consents of the search, not only the loaded pages. */
function ExportLinks({ clientId, choice }: ExportLinksProps) {
  return (
    <p class="actions">
      <a
        class="button button--small"
        href={formatExportAddress(clientId, toQuery(choice), 'csv')}
        download
      >
        Export as CSV
      </a>
      <a
        class="button button--small"
        href={formatExportAddress(clientId, toQuery(choice), 'jsonl')}
        download
      >
        Export as JSON lines
      </a>
    </p>
  );
}
