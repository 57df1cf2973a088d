import { useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { isComposing } from '../../../kit/keys.ts';
import type { KnownProvider } from '../../shapes/provider-answers.ts';
import { type ProviderState, providerStates } from '../../shapes/unions.ts';
import { api } from '../api.ts';
import { useIsReader } from '../dashboard-context.ts';
import { Checks } from '../parts/choices.tsx';
import { Form, readText, SubmitButton, TextField } from '../parts/form.tsx';
import { Loader, ProblemText } from '../parts/loader.tsx';
import { RowTable, type TableRow } from '../parts/row-list.tsx';
import { ViewTitle } from '../parts/section.tsx';
import { Status, type StatusProps, Time } from '../parts/values.tsx';
import { useAction, useData } from '../use-data.ts';

const states: Readonly<Record<ProviderState, StatusProps & { readonly hint: string }>> = {
  available: {
    kind: 'good',
    text: 'Available',
    hint: 'People can sign in, and records can be read.',
  },
  unavailable: {
    kind: 'bad',
    text: 'Unavailable',
    hint: 'People see it in the list and cannot choose it. Applications cannot read records there.',
  },
  hidden: {
    kind: 'over',
    text: 'Hidden',
    hint: 'People do not see it in the list. Connections through it go on.',
  },
};

const options = providerStates.map((value) => {
  const { text: label, hint } = states[value];
  return { value, label, hint };
});

export function ProvidersView() {
  const data = useData(api.providers());
  const isReader = useIsReader();
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
    cells: {
      Provider: (
        <>
          <strong>{name}</strong>
          <span class="detail">
            <span class="mono">{provider_id}</span>, {domain}
          </span>
        </>
      ),
      Status: (
        <>
          <Status {...states[state]} />
          {reason !== null && <span class="detail">{reason}</span>}
        </>
      ),
      Changed: switched_at === null ? '–' : <Time at={switched_at} />,
      '': '',
    },
    details: isReader
      ? undefined
      : (close) => <StatusForm provider={provider} load={load} onClose={close} />,
  };
}

interface StatusFormProps {
  readonly provider: KnownProvider;
  readonly load: Load;
  readonly onClose: () => void;
}

function StatusForm({ provider, load, onClose }: StatusFormProps) {
  const { isBusy, problem, run } = useAction();
  const { provider_id: id, name } = provider;
  const [state, setState] = useState(provider.state);
  const reasonId = `reason-${id}`;
  const submit = async (data: FormData, form: HTMLFormElement) => {
    const text = state === 'unavailable' ? readText(data, reasonId) || null : null;
    const isDone = await run(api.switchProvider(id, state, text), {
      reload: load,
      done: (switched) => `${name} is ${switched.state} now.`,
    });
    // The user may have cancelled this form, and opened another one.
    if (isDone && form.isConnected) onClose();
    return isDone ? null : reasonId;
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) onClose();
  };
  useLayoutEffect(() => document.getElementById(`state-${id}-${provider.state}`)?.focus(), []);
  return (
    <Form submit={submit} onKeyDown={handleKey}>
      <Checks
        type="radio"
        name={`state-${id}`}
        legend={`Status of ${name}`}
        all={options}
        chosen={[provider.state]}
        onChange={setState}
      />
      {state === 'unavailable' && (
        <TextField
          id={reasonId}
          label="Reason"
          initial={provider.state === 'unavailable' ? (provider.reason ?? '') : ''}
          isOptional
          hint="People read it beside the provider. Up to 120 characters, in their language."
          error={problem?.description ?? null}
        />
      )}
      <div class="row">
        <SubmitButton label="Change status" isBusy={isBusy} kind="small" />
        <Button look="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {state !== 'unavailable' && <ProblemText problem={problem} />}
    </Form>
  );
}
