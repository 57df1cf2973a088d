import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { KnownProvider } from '../../shapes/provider-answers.ts';
import { type ProviderState, providerStates } from '../../shapes/unions.ts';
import { useDashboard } from '../dashboard-context.ts';
import { formatTime } from '../format.ts';
import { Loading } from '../parts/loading.tsx';
import { OperatorOnly } from '../parts/operator-only.tsx';
import { ProblemText } from '../parts/problem-text.tsx';
import { SubmitButton, useSubmission } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

const stateTexts: Readonly<Record<ProviderState, string>> = {
  available: 'Available',
  unavailable: 'Unavailable',
  hidden: 'Hidden',
};

const consequences: Readonly<Record<ProviderState, string>> = {
  available: 'People can sign in, and records can be read.',
  unavailable:
    'People see it in the list and cannot choose it. Applications cannot read records there.',
  hidden: 'People do not see it in the list. Connections through it go on.',
};

/** Every provider, and the operator's switch for each. */
export function ProvidersView() {
  const { providers } = useDashboard();
  const shown = providers.value;
  return (
    <section class="view">
      <div class="view__head">
        <ViewTitle>Providers</ViewTitle>
      </div>
      <p class="muted">
        A switch applies to every application, from the next request on. The audit log says who
        switched what.
      </p>
      {shown === null && <Loading />}
      {shown !== null && (
        <ul class="addresses changes" aria-label="Providers">
          {shown.map((provider) => (
            <ProviderRow key={provider.provider_id} provider={provider} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ProviderRow({ provider }: { readonly provider: KnownProvider }) {
  const { provider_id, name, domain, state, reason, switched_at } = provider;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    // The button exists again after the next rendering.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li class={`addresses__row${isOpen ? ' addresses__row--stacked' : ''}`} tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong>{name}</strong> <State state={state} />
        </span>
        <span class="account__times">
          <span class="mono">{provider_id}</span>, {domain}
        </span>
        {reason !== null && <span>{reason}</span>}
        {switched_at !== null && (
          <span class="account__times">Switched {formatTime(switched_at)}.</span>
        )}
      </div>
      {isOpen ? (
        <SwitchForm provider={provider} onClose={close} />
      ) : (
        <OperatorOnly>
          <div class="actions">
            <button
              type="button"
              class="button button--small"
              aria-label={`Switch ${name}`}
              ref={button}
              onClick={() => setIsOpen(true)}
            >
              Switch
            </button>
          </div>
        </OperatorOnly>
      )}
    </li>
  );
}

interface SwitchFormProps {
  readonly provider: KnownProvider;
  readonly onClose: () => void;
}

function SwitchForm({ provider, onClose }: SwitchFormProps) {
  const { switchProvider } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const { provider_id: providerId, name } = provider;
  const [state, setState] = useState(provider.state);
  const reason = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const text = state === 'unavailable' ? reason.current?.value.trim() || null : null;
    if (await submit(() => switchProvider({ providerId, state, reason: text }))) onClose();
    else reason.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
      onKeyDown={handleKey}
    >
      <fieldset class="choices choices--toggles">
        <legend>State of {name}</legend>
        {providerStates.map((one) => (
          <button
            key={one}
            type="button"
            class="choice"
            aria-pressed={one === state}
            ref={one === provider.state ? first : null}
            onClick={() => setState(one)}
          >
            {stateTexts[one]}
          </button>
        ))}
      </fieldset>
      <p class="muted">{consequences[state]}</p>
      {state === 'unavailable' && (
        <TextField
          id={`reason-${providerId}`}
          label="Reason"
          maxLength={200}
          inputRef={reason}
          initial={provider.state === 'unavailable' ? (provider.reason ?? '') : ''}
          isOptional
          hint="People read it beside the provider. Up to 120 characters, in their language."
          error={problem?.description ?? null}
        />
      )}
      <div class="actions">
        <SubmitButton label="Switch now" isBusy={isBusy} kind="small" />
        <button type="button" class="button button--small" onClick={onClose}>
          Cancel
        </button>
      </div>
      {state !== 'unavailable' && <ProblemText problem={problem} />}
    </form>
  );
}

function State({ state }: { readonly state: ProviderState }) {
  const colors = {
    available: ' outcome--code_exchanged',
    unavailable: ' outcome--failed',
    hidden: '',
  };
  return <span class={`outcome${colors[state]}`}>{stateTexts[state]}</span>;
}
