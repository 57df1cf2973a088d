import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../../../design/field.tsx';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { toConsentChoice } from '../../consent-actions.ts';
import { type ConsentChoice, formatExportAddress } from '../../consent-choice.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Loading } from '../../parts/loading.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { ConsentRow } from './consent-row.tsx';

const listId = 'consents-list';
const everything: ConsentChoice = { search: '', firstDay: '', lastDay: '' };

const isEverything = ({ search, firstDay, lastDay }: ConsentChoice) =>
  search === '' && firstDay === '' && lastDay === '';

/** The records of consents, with search, pages and export. */
export function ConsentPage({ application }: { readonly application: Application }) {
  const { consents, showMoreConsents } = useDashboard();
  const shown = consents.value;
  const isFound = shown !== null && shown.list.length > 0;
  return (
    <section class="view" aria-labelledby="consents-title">
      <h2 class="visually-hidden" id="consents-title" tabIndex={-1}>
        What people have allowed
      </h2>
      <p class="lead">
        A record for each Allow, as it was shown, the newest first. Nothing can change a record.{' '}
        <a href="/docs/consent">About consent</a>
      </p>
      <SearchForm />
      {shown?.list.length === 0 && (
        <p class="empty">
          {isEverything(shown)
            ? 'None yet. A consent is recorded when a person presses Allow.'
            : 'No consent matches this search.'}
        </p>
      )}
      {isFound && (
        <>
          <ExportLinks clientId={application.client_id} choice={toConsentChoice(shown)} />
          <ul class="addresses" id={listId} aria-labelledby="consents-title">
            {shown.list.map((consent) => (
              <ConsentRow
                key={consent.consent_id}
                consent={consent}
                isOpen={shown.search === consent.consent_id}
              />
            ))}
          </ul>
        </>
      )}
      {shown?.next && (
        <MoreButton label="Show more consents" listId={listId} onMore={showMoreConsents} />
      )}
    </section>
  );
}

/** The search form. It also loads the first page, or the record in the address. */
function SearchForm() {
  const { consents, searchConsents, route } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const search = useRef<HTMLInputElement>(null);
  const firstDay = useRef<HTMLInputElement>(null);
  const lastDay = useRef<HTMLInputElement>(null);
  const shown = consents.value ?? everything;
  const current = route.value;
  const named = current.view === 'application' ? (current.section ?? '') : '';

  const show = (choice: ConsentChoice) => submit(() => searchConsents(choice));
  const fill = (choice: ConsentChoice) => {
    if (search.current) search.current.value = choice.search;
    if (firstDay.current) firstDay.current.value = choice.firstDay;
    if (lastDay.current) lastDay.current.value = choice.lastDay;
  };
  useEffect(() => {
    const choice = { ...everything, search: named };
    fill(choice);
    void show(choice);
  }, [named]);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    await show({
      search: search.current?.value.trim() ?? '',
      firstDay: firstDay.current?.value ?? '',
      lastDay: lastDay.current?.value ?? '',
    });
    search.current?.focus();
  };
  const clear = async () => {
    fill(everything);
    await show(everything);
    search.current?.focus();
  };
  return (
    <search>
      <form class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          id="search-consents"
          label="Account, provider or person"
          maxLength={200}
          inputRef={search}
          isOptional
          hint="A whole account ID or consent ID, a provider, or a person’s whole user name or account name."
          error={problem?.description ?? null}
        />
        <div class="days">
          <DayField id="first-day" label="From" inputRef={firstDay} />
          <DayField id="last-day" label="To" inputRef={lastDay} />
        </div>
        <div class="actions">
          <SubmitButton label="Search consents" isBusy={isBusy} kind="small" />
          {!isEverything(shown) && (
            <button type="button" class="button button--small" onClick={() => void clear()}>
              Show all consents
            </button>
          )}
        </div>
      </form>
      {consents.value === null && problem === null && <Loading />}
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
      <a class="button button--small" href={formatExportAddress(clientId, choice, 'csv')} download>
        Export as CSV
      </a>
      <a
        class="button button--small"
        href={formatExportAddress(clientId, choice, 'jsonl')}
        download
      >
        Export as JSON lines
      </a>
    </p>
  );
}
