import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { ManageTexts } from '../../../texts/surfaces.ts';
import type { Access } from '../../shapes/flow-answers.ts';
import type { ViewOf } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { listShares } from '../parts/consent-rows.tsx';
import { Facts, Lines } from '../parts/facts.tsx';
import { AccountLine, StepTitle } from '../parts/headings.tsx';
import { Mark, StepHead } from '../parts/parties.tsx';
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
  const [asked, setAsked] = useState<Access | null>(null);
  const { running, end, retry } = useEnding(accesses);
  const [searched, setSearched] = useState('');
  const isLong = accesses.length >= manyAccesses;
  // Ending an access can remove the search field. Then the whole list is shown.
  const wanted = isLong ? fold(searched.trim()) : '';
  const found = accesses.filter(({ application }) => fold(application.name).includes(wanted));

  return (
    <section class="view" aria-labelledby="view-title" aria-busy={pending !== null}>
      <StepHead provider={provider} />
      <StepTitle>
        <LiveText text={accesses.length === 0 ? manage.none : manage.listTitle} />
      </StepTitle>
      <AccountLine provider={provider} account={account} />
      <EndedNote ended={ended} accesses={accesses} />
      <ProblemNote onRetry={retry} />
      {accesses.length === 0 && <p class="view__lead">{manage.noneAdvice}</p>}
      {isLong && <Search onInput={setSearched} />}
      <ul class="accesses">
        {found.map((access) => (
          <AccessCard
            key={access.account_id}
            access={access}
            isEnding={pending === 'end' && access.account_id === running}
            onEnd={() => setAsked(access)}
          />
        ))}
      </ul>
      <div role="status">
        {found.length === 0 && accesses.length > 0 && <p class="view__lead">{manage.noMatch}</p>}
      </div>
      {asked && (
        <QuestionDialog
          title={fill(manage.question, { application: asked.application.name })}
          advice={fill(manage.consequence, { application: asked.application.name })}
          stay={manage.keep}
          leave={manage.end}
          isEnding
          onStay={() => setAsked(null)}
          onLeave={() => {
            setAsked(null);
            end(asked);
          }}
        />
      )}
    </section>
  );
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

  const end = ({ account_id }: Access) => {
    if (isPending && running !== undefined) {
      if (account_id !== running) setWanted([running, ...waiting, account_id]);
      return;
    }
    setWanted([account_id, ...waiting]);
    dispatch('endAccess', account_id);
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

/** The note takes the focus, because the pressed button was removed together with its application. */
function EndedNote({ ended, accesses }: Pick<ViewOf<'manage'>, 'ended' | 'accesses'>) {
  const manage = useManageText();
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (ended !== null) note.current?.focus();
    // Each answer has a new list, also after two applications with the same name.
  }, [ended, accesses]);
  return (
    <div role="status">
      {ended !== null && (
        <p class="note" tabIndex={-1} ref={note}>
          <LiveText text={fill(manage.ended, { application: ended })} />
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
  const { consent, lang } = text;
  const show = (time: number) =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'medium', numberingSystem: 'latn' }).format(time);
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
      <Facts
        rows={[
          { name: consent.whatTitle, value: <Lines lines={listShares(text, shares)} /> },
          { name: manage.since, value: show(granted_at) },
          { name: manage.until, value: ends_at === null ? manage.untilEnded : show(ends_at) },
          {
            name: manage.lastRead,
            value: last_used_at === null ? manage.never : show(last_used_at),
          },
          ...(status === 'login_required' ? [{ name: manage.now, value: manage.paused }] : []),
        ]}
      />
      <button
        type="button"
        class="button button--small"
        aria-label={fill(manage.endOf, { application: application.name })}
        aria-disabled={isEnding}
        onClick={() => !isEnding && onEnd()}
      >
        {isEnding && <span class="spinner" aria-hidden="true" />}
        <span>{manage.end}</span>
      </button>
    </li>
  );
}
