import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../../kit/is-composing.ts';
import type { KnownProvider } from '../../shapes/provider-answers.ts';
import { type ProviderState, providerStates } from '../../shapes/unions.ts';
import { api } from '../api.ts';
import { useDashboard } from '../dashboard-context.ts';
import { Check } from '../parts/choices.tsx';
import { Loader } from '../parts/loader.tsx';
import { ProblemText } from '../parts/problem-text.tsx';
import { RowTable, type TableRow } from '../parts/row-table.tsx';
import { Status } from '../parts/status.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Time } from '../parts/time.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { useAction, useData } from '../use-data.ts';

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

const kinds = { available: 'good', unavailable: 'bad', hidden: 'over' } as const;

/** Lists every provider, with a form in which an operator makes it available, unavailable or hidden. */
export function ProvidersView() {
  const data = useData(api.providers());
  const isReader = useDashboard().session.value?.role === 'reader';
  return (
    <section class="view">
      <ViewTitle text="Providers" hasTimes />
      <p class="muted">
        A status applies to every application, from the next request on. The audit log says who
        changed it.
      </p>
      <Loader data={data}>
        {({ providers }) => (
          <RowTable
            caption="Providers"
            columns={['Provider', 'Status', 'Changed', '']}
            rows={providers.map((provider) => toRow(provider, data.load, isReader))}
          />
        )}
      </Loader>
    </section>
  );
}

type Load = () => Promise<void>;

function toRow(provider: KnownProvider, load: Load, isReader: boolean): TableRow {
  const { provider_id, name, domain, state, reason, switched_at } = provider;
  return {
    key: provider_id,
    name,
    opener: 'Change status',
    cells: [
      <>
        <strong>{name}</strong>
        <span class="detail">
          <span class="mono">{provider_id}</span>, {domain}
        </span>
      </>,
      <>
        <Status kind={kinds[state]} text={stateTexts[state]} />
        {reason !== null && <span class="detail">{reason}</span>}
      </>,
      switched_at === null ? '–' : <Time at={switched_at} />,
      '',
    ],
    details: isReader
      ? undefined
      : (close) => <StatusForm provider={provider} load={load} onClose={close} />,
  };
}

interface StatusFormProps {
  readonly provider: KnownProvider;
  /** Loads the list of providers again. */
  readonly load: Load;
  readonly onClose: () => void;
}

function StatusForm({ provider, load, onClose }: StatusFormProps) {
  const { isBusy, problem, run } = useAction();
  const { provider_id: id, name } = provider;
  const [state, setState] = useState(provider.state);
  const form = useRef<HTMLFormElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const text = state === 'unavailable' ? reason.current?.value.trim() || null : null;
    const isDone = await run(api.switchProvider(id, state, text), {
      reload: load,
      done: (switched) => `${name} is ${switched.state} now.`,
    });
    if (isDone) onClose();
    else reason.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) onClose();
  };
  useLayoutEffect(() => form.current?.querySelector<HTMLInputElement>(':checked')?.focus(), []);
  return (
    <form
      class="form"
      noValidate
      ref={form}
      onSubmit={(event) => void handleSubmit(event)}
      onKeyDown={handleKey}
    >
      <fieldset class="checks">
        <legend>Status of {name}</legend>
        {providerStates.map((one) => (
          <Check
            key={one}
            type="radio"
            id={`state-${id}-${one}`}
            name={`state-${id}`}
            value={one}
            label={stateTexts[one]}
            hint={consequences[one]}
            isChecked={one === provider.state}
            onChange={() => setState(one)}
          />
        ))}
      </fieldset>
      {state === 'unavailable' && (
        <TextField
          id={`reason-${id}`}
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
        <SubmitButton label="Change status" isBusy={isBusy} kind="small" />
        <button type="button" class="button button--small" onClick={onClose}>
          Cancel
        </button>
      </div>
      {state !== 'unavailable' && <ProblemText problem={problem} />}
    </form>
  );
}
