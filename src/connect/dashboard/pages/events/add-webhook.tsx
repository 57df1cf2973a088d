import { useEffect, useRef, useState } from 'preact/hooks';
import { type EventType, eventTypes } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { AllOrOnly, readAllOrOnly } from '../../parts/choices.tsx';
import { AddForm } from '../../parts/form.tsx';
import type { Action } from '../../use-data.ts';
import { createSigningSecret } from './describe-webhook.tsx';

export interface AddWebhookProps {
  readonly load: () => Promise<void>;
  readonly isOpen: boolean;
}

const allTypes = eventTypes.map((type) => ({ value: type, label: type }));

export function AddWebhook({ load, isOpen: isOpenAtFirst }: AddWebhookProps) {
  const { showSecret } = useDashboard();
  const { clientId } = useApplication();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const form = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen && !isOpenAtFirst) form.current?.querySelector('input')?.focus();
  }, [isOpen]);

  if (!isOpen) {
    return (
      <button type="button" class="button button--primary" onClick={() => setIsOpen(true)}>
        Add a webhook
      </button>
    );
  }
  const add = ({ run, refuse }: Action, url: string, data: FormData) => {
    const types = readAllOrOnly(data, 'types');
    if (types?.length === 0) return refuse('Choose at least one event.');
    return run(api.addWebhook(clientId, url, (types as readonly EventType[] | null) ?? 'all'), {
      keep: ({ secret }) => showSecret(createSigningSecret(clientId, url, secret)),
      reload: load,
      done() {
        setIsOpen(false);
        return `Added ${url}.`;
      },
    });
  };
  return (
    <div class="card" ref={form}>
      <h2>Add a webhook</h2>
      <AddForm
        id="add-webhook"
        label="Address"
        type="url"
        placeholder="https://shop.example/hooks"
        hint="It must use https and answer a POST within 10 seconds."
        button="Add webhook"
        add={add}
      >
        <AllOrOnly
          name="types"
          legend="Events to send"
          allLabel="All events"
          all={allTypes}
          chosen={null}
        />
      </AddForm>
    </div>
  );
}
