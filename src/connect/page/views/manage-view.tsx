import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill, isolate } from '../../../texts/fill.ts';
import type { ManageTexts } from '../../../texts/surfaces.ts';
import type { Access } from '../../shapes/flow-answers.ts';
import type { ConnectedAccount, ViewOf } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { listShares } from '../parts/consent-rows.tsx';
import { Facts, Lines } from '../parts/facts.tsx';
import { AccountLine, StepTitle } from '../parts/headings.tsx';
import { Mark } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';

/** The number of accesses from which on the list has a search field. */
const manyAccesses = 10;

/** @throws {Error} outside `/manage`, which is a mistake in this page's code */
function useManageText(): ManageTexts {
  const { visit } = usePage();
  if (!visit) throw new Error('The list of accesses was rendered outside of a visit.');
  return visit.text;
}

export function ManageView({ provider, account, accesses, ended }: ViewOf<'manage'>) {
  const { pending } = usePage();
  const manage = useManageText();
  const [asked, setAsked] = useState<readonly Access[]>([]);
  const { running, end, retry } = useEnding(accesses);
  const [names, forgetNames] = useEndedNames(ended, accesses);
  const [searched, setSearched] = useState('');
  const isLong = accesses.length >= manyAccesses;
  // Ending an access can remove the search field. Then the whole list is shown.
  const wanted = isLong ? fold(searched.trim()) : '';
  const found = accesses.filter(({ application }) => fold(application.name).includes(wanted));

  return (
    <section class="view" aria-labelledby="view-title" aria-busy={pending !== null}>
      <StepTitle>
        <LiveText text={accesses.length === 0 ? manage.none : manage.title} />
      </StepTitle>
      <SignedIn provider={provider} account={account} />
      <EndedNote names={names} />
      <ProblemNote onRetry={retry} />
      {accesses.length === 0 && <p class="view__lead">{manage.noneAdvice}</p>}
      {isLong && <Search onInput={setSearched} />}
      <ul class="accesses">
        {found.map((access) => (
          <AccessCard
            key={access.account_id}
            access={access}
            isEnding={pending === 'end' && access.account_id === running}
            onEnd={() => setAsked([access])}
          />
        ))}
      </ul>
      <div role="status">
        {found.length === 0 && accesses.length > 0 && <p class="view__lead">{manage.noMatch}</p>}
      </div>
      {/* During a search, people see only some of the accesses, so they cannot end all of them. */}
      {accesses.length > 1 && wanted === '' && (
        <Button look="small" isInert={pending === 'end'} onClick={() => setAsked(accesses)}>
          {manage.endAll}
        </Button>
      )}
      <EndingQuestion
        asked={asked}
        onStay={() => setAsked([])}
        onLeave={() => {
          setAsked([]);
          if (pending === null) forgetNames();
          end(asked);
        }}
      />
    </section>
  );
}

/** The provider and the account whose accesses are listed, and the way to another account. */
function SignedIn(connected: ConnectedAccount) {
  const { dispatch, typedNames } = usePage();
  const { name, logo } = connected.provider;
  return (
    <div class="signed-in row">
      <span aria-hidden="true">
        <Mark key={name} name={name} logo={logo} />
      </span>
      <AccountLine {...connected} />
      <button
        type="button"
        class="quiet-button"
        onClick={() => {
          typedNames.clear();
          dispatch('goBack');
        }}
      >
        {useManageText().another}
      </button>
    </div>
  );
}

interface EndingQuestionProps {
  /** The accesses that would end; none when there is no question. */
  readonly asked: readonly Access[];
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function EndingQuestion({ asked, ...answers }: EndingQuestionProps) {
  const manage = useManageText();
  const { lang } = usePage().text;
  const names = asked.map(({ application }) => application.name);
  const [application] = names;
  if (application === undefined) return null;
  const applications = listNames(names, lang);
  const isAll = names.length > 1;
  return (
    <QuestionDialog
      title={fill(isAll ? manage.questionAll : manage.question, { application })}
      advice={fill(isAll ? manage.consequenceAll : manage.consequence, {
        application,
        applications,
      })}
      stay={manage.keep}
      leave={isAll ? manage.endAll : manage.end}
      isEnding
      {...answers}
    />
  );
}

/** @returns the names as one phrase, such as "Tally and Abacus" */
function listNames(names: readonly string[], lang: string): string {
  return new Intl.ListFormat(lang).format(names.map(isolate));
}

/** Ignores case and accents. The four letters I of Turkish are one, because few names are in the browser's language. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i');
}

/** Ends the accesses that the person has chosen, one after another, because the page sends one request at a time. */
function useEnding(accesses: readonly Access[]) {
  const { dispatch, pending, problem } = usePage();
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const [running, ...waiting] = wanted.filter((id) =>
    accesses.some(({ account_id }) => account_id === id),
  );
  const isPending = pending !== null;
  // After a problem, the next access is not ended automatically, because the person decides whether to try again.
  const isFree = !isPending && problem === null;

  useEffect(() => {
    if (running !== undefined && isFree) dispatch('endAccess', running);
  }, [dispatch, running, isFree]);

  const end = (chosen: readonly Access[]) => {
    const ids = chosen.map(({ account_id }) => account_id);
    const [first] = ids;
    if (isPending && running !== undefined) {
      setWanted([...new Set([running, ...waiting, ...ids])]);
    } else if (first !== undefined) {
      setWanted([...new Set([...ids, ...waiting])]);
      dispatch('endAccess', first);
    }
  };
  const retry = () => {
    if (running !== undefined) dispatch('endAccess', running);
  };
  return { running, end, retry };
}

function Search({ onInput }: { readonly onInput: (searched: string) => void }) {
  const label = useManageText().search;
  const input = useRef<HTMLInputElement>(null);
  const field = { id: 'search', error: null } as const;
  const attributes = { onInput: () => onInput(input.current?.value ?? ''), autocomplete: 'off' };
  return (
    <Field label={label} {...field}>
      <div class="field__box">
        <FieldInput type="text" inputRef={input} attributes={attributes} {...field} />
      </div>
    </Field>
  );
}

/** @returns the names of the applications whose access has ended since the last question, and a function to empty them */
function useEndedNames(ended: string | null, accesses: readonly Access[]) {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (ended !== null) setNames((earlier) => [...earlier, ended]);
    // Each answer has a new list, also after two applications with the same name.
  }, [ended, accesses]);
  return [names, () => setNames([])] as const;
}

/** The note takes the focus, because the pressed button was removed together with its application. */
function EndedNote({ names }: { readonly names: readonly string[] }) {
  const manage = useManageText();
  const { lang } = usePage().text;
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), [names]);
  const [application = '', other] = names;
  const applications = listNames(names, lang);
  const text = fill(other ? manage.endedAll : manage.ended, { application, applications });
  return (
    <div role="status">
      {names.length > 0 && (
        <p class="note" tabIndex={-1} ref={note}>
          <LiveText text={text} />
        </p>
      )}
    </div>
  );
}

interface AccessCardProps {
  readonly access: Access;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function AccessCard({ access, isEnding, onEnd }: AccessCardProps) {
  const { text } = usePage();
  const manage = useManageText();
  const { application, shares, granted_at, ends_at, last_used_at, status } = access;
  const { lang } = text;
  const dates = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', numberingSystem: 'latn' });
  const show = (time: number | null, never: string) => (time === null ? never : dates.format(time));
  return (
    <li class="access">
      <div class="row">
        <span aria-hidden="true">
          <Mark name={application.name} logo={application.logo} />
        </span>
        <h2 class="access__name">
          <bdi translate={false}>{application.name}</bdi>
        </h2>
        {application.environment === 'test' && <span class="badge">{text.testBadge}</span>}
      </div>
      {status === 'login_required' && <p class="access__paused">{manage.paused}</p>}
      <div class="access__terms">
        <Lines lines={listShares(text, shares)} />
        <Facts
          rows={[
            { name: manage.since, value: dates.format(granted_at) },
            { name: manage.until, value: show(ends_at, manage.untilEnded) },
            { name: manage.lastRead, value: show(last_used_at, manage.never) },
          ]}
        />
      </div>
      <Button
        look="small"
        label={fill(manage.endOf, { application: application.name })}
        isBusy={isEnding}
        isInert={isEnding}
        onClick={onEnd}
      >
        {manage.end}
      </Button>
    </li>
  );
}
