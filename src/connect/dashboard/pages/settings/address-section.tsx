import { useRef } from 'preact/hooks';
import type { Address, Application } from '../../../shapes/dashboard-answers.ts';
import type { AddressList } from '../../dashboard-client.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type RefusedAddress, RefusedAddresses } from './refused-addresses.tsx';

/** The texts and the list of a section: "Redirect URIs" or "Embedding origins". */
export interface AddressSectionProps {
  readonly application: Application;
  readonly list: AddressList;
  readonly title: string;
  readonly lead: string;
  readonly addresses: readonly Address[];
  readonly refused: readonly RefusedAddress[];
  /** The consequence of an empty list. */
  readonly none: string;
  /** The word for one entry, such as "redirect URI". */
  readonly noun: string;
  readonly placeholder: string;
}

/** Registered addresses, with buttons that add and remove them. */
export function AddressSection(props: AddressSectionProps) {
  const { application, list, title, lead, addresses, refused, none, noun } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLive = application.environment === 'live';
  const flagged = addresses.filter(({ flag }) => flag !== null).length;
  return (
    <Section id={list} title={title} lead={lead} titleRef={heading}>
      {isLive && flagged > 0 && (
        <p class="note note--problem">
          <strong>Not for production.</strong> This application is live: remove the{' '}
          {flagged === 1 ? 'address' : `${flagged} addresses`} marked below.
        </p>
      )}
      {addresses.length === 0 ? (
        <p class="empty">{none}</p>
      ) : (
        <ul class="addresses" aria-label={title}>
          {addresses.map((address) => (
            <AddressRow
              key={address.address}
              address={address}
              list={list}
              noun={noun}
              isLive={isLive}
              onRemoved={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      <RefusedAddresses list={list} addresses={refused} onAdded={() => heading.current?.focus()} />
      <OperatorOnly>
        <AddForm list={list} noun={noun} placeholder={props.placeholder} />
      </OperatorOnly>
    </Section>
  );
}

interface AddressRowProps {
  readonly address: Address;
  readonly list: AddressList;
  readonly noun: string;
  readonly isLive: boolean;
  /** Called after the row was removed, with the pressed button. */
  readonly onRemoved: () => void;
}

function AddressRow({
  address: { address, flag },
  list,
  noun,
  isLive,
  onRemoved,
}: AddressRowProps) {
  const { changeAddress } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const remove = async () => {
    const isDone = await submit(() => changeAddress(list, { action: 'remove', address }));
    if (isDone) onRemoved();
  };
  return (
    <li class="addresses__row">
      <div class="addresses__text">
        <span class="mono">{address}</span>
        {flag && (
          <span class={isLive ? 'flag flag--live' : 'flag'}>
            {flagTexts[flag]}
            {isLive ? ': remove it in production' : ': not for production'}
          </span>
        )}
        <ProblemText problem={problem} />
      </div>
      <OperatorOnly>
        <button
          type="button"
          class="button button--small"
          aria-disabled={isBusy}
          aria-label={`Remove ${noun} ${address}`}
          onClick={() => void remove()}
        >
          Remove
        </button>
      </OperatorOnly>
    </li>
  );
}

const flagTexts = { local: 'Local test address', placeholder: 'Placeholder address' } as const;

function AddForm({
  list,
  noun,
  placeholder,
}: Pick<AddressSectionProps, 'list' | 'noun' | 'placeholder'>) {
  const { changeAddress } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);
  const add = async (event: Event) => {
    event.preventDefault();
    const address = input.current?.value.trim() ?? '';
    const isDone = await submit(() => changeAddress(list, { action: 'add', address }));
    if (isDone && input.current) input.current.value = '';
    input.current?.focus();
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void add(event)}>
      <TextField
        id={`add-${list}`}
        label={`New ${noun}`}
        type="url"
        maxLength={2000}
        placeholder={placeholder}
        inputRef={input}
        error={problem?.description ?? null}
      >
        <SubmitButton label={`Add ${noun}`} isBusy={isBusy} kind="small" />
      </TextField>
    </form>
  );
}
